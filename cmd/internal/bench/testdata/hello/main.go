// Hello is the program that a Go tour begins with.
package main

import "fmt"

func main() { fmt.Println("hello, world") }
