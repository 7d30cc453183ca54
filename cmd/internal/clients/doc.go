// Clients runs real coding agents, as their makers publish them, with the hook that
// sandbox-enforcer install registers, and looks at what became of each command: at the
// disk, and at what the model was told. The model is the stand-in of
// [sandbox-enforcer/cmd/internal/clients/model], which asks for the commands that are to
// be tried; all that they fetch comes from [sandbox-enforcer/cmd/internal/origin].
//
// Every client has a home and a project of its own for each scenario, and all of it runs
// in a network namespace that has nothing but the loopback device: where there can be no
// such namespace, nothing is run. The clients come from npm, in the exact versions that
// are written here, into a directory outside of the project; -install fetches those that
// are missing, before the network is left behind.
//
// What is seen is written to results.txt, one line a client and scenario. The program ends
// with status 1 where a client did anything but what is documented for it, above all
// where a refused command ran or a rewrite was lost.
package main
