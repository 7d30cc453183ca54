// Hello is the least that a Go program does.
package main

func main() { println("hello") }
