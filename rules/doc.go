// Package rules says what tools are and what the guards demand: mostly data.
//
// A Tool is one program, or one of its subcommands, with every option; Read turns an
// invocation into a Call with named options and operands; the tool's Land function
// returns the Landings of the call, the places where its bytes land, each with the
// Move that would take it elsewhere. A Guard is a value with its prose, its Rules and
// a Check that reports Findings. Guards are pure: what they need to know of the
// machine they ask Facts.
//
// In the scope all the acquisition guard follows the bytes on: flow.go goes through a script
// from its sources by pipes, substitutions, variables and files (flow_reach.go) to the
// programs that put them somewhere (flow_sink.go, flow_put.go), and decides on all of it at
// once (flow_decide.go); follow.go has later words follow what is moved.
//
//	call, ok := rules.Read(invocation)   // git clone -q URL dir
//	call.Landings()[0].Dest.Text()       // "dir", true
//
// Adding a fetcher is adding one Tool to the list, in tools.go, and one case file. Code
// is needed only where its way to name files, or to say where they go, is new.
package rules
