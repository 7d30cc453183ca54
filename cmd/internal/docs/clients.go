package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// clientResults is what make e2e-clients saw of real coding agents.
const clientResults = "cmd/internal/clients/results.txt"

// clientTable shows what became of each scenario, and with which clients.
func clientTable() (string, error) {
	data, err := os.ReadFile(clientResults)
	if err != nil {
		return "", fmt.Errorf("%w: run make e2e-clients", err)
	}
	tried, seen, found := strings.Cut(string(data), "\n\n")
	if !found {
		return "", fmt.Errorf("%s has no empty line between what is tried and what was seen: run make e2e-clients", clientResults)
	}
	rows, err := columns(seen, 4)
	if err != nil {
		return "", err
	}
	scenarios, err := columns(tried, 2)
	if err != nil {
		return "", err
	}
	var versions []string
	for _, r := range rows {
		if v := fmt.Sprintf("`%s` %s", r[0], r[1]); !slices.Contains(versions, v) {
			versions = append(versions, v)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\n| what is tried | what becomes of it |\n|---|---|\n", strings.Join(versions, ", "))
	for _, s := range scenarios {
		fmt.Fprintf(&b, "| %s | %s |\n", s[1], outcomes(rows, s[0]))
	}
	return b.String(), nil
}

// outcomes lists what became of one scenario, each with the clients that did it, in the
// order in which they are first seen.
func outcomes(rows [][]string, scenario string) string {
	var all []string
	by := map[string][]string{}
	for _, r := range rows {
		if r[2] != scenario {
			continue
		}
		if by[r[3]] == nil {
			all = append(all, r[3])
		}
		by[r[3]] = append(by[r[3]], "`"+r[0]+"`")
	}
	for i, outcome := range all {
		all[i] = strings.Join(by[outcome], " ") + ": " + outcome
	}
	return strings.Join(all, "; ")
}

// columns reads a table whose cells are apart by two blanks at least, less its head.
func columns(table string, n int) (rows [][]string, err error) {
	for i, line := range strings.Split(strings.TrimSpace(table), "\n") {
		cells := slices.DeleteFunc(strings.Split(line, "  "), func(cell string) bool { return cell == "" })
		for j := range cells {
			cells[j] = strings.TrimSpace(cells[j])
		}
		if len(cells) != n {
			return nil, fmt.Errorf("%s: the line %q has %d columns instead of %d: run make e2e-clients", clientResults, line, len(cells), n)
		}
		if i > 0 {
			rows = append(rows, cells)
		}
	}
	return rows, nil
}
