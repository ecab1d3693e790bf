// Package fuzz compares three ways of running a program: the machine with its fast loop, the machine with slow steps
// only, and the tree-walking interpreter of bench/treewalk.
//
// Generate makes a program of the whole language from a string of bytes, so a fuzzer that changes the bytes changes the
// program. Every generated program ends: loops and calls draw from a common fuel. What a program does is observed by its
// value, the name of the error it ends with, and its console lines; the two loops of the machine must also agree in
// messages and in the number of instructions.
//
//	go test ./fuzz                                  # some thousand programs
//	go test ./fuzz -fuzz FuzzDifferential           # look for differences
package fuzz
