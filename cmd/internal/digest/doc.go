// Package digest computes SHA-256 (FIPS 180-4), for file names that stand for a text
// and for recognising a content.
//
// The standard library's own is faster on long texts, but linking it makes each start
// of the hook take a tenth longer: it brings the modules of FIPS 140 and their checks
// with it. Here texts are commands and policy files, and a start is what counts. The
// tests hold it against the standard library.
//
//	digest.Hex([]byte("abc")) // "ba7816bf…"
package digest
