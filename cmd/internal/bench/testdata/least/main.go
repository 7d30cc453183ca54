// Least is the least that a Go program does: it has no package but the runtime.
package main

func main() { println("hello, world") }
