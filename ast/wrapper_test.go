package ast

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestFindWrapper holds the short way past the table against the table.
func TestFindWrapper(t *testing.T) {
	for i := range wrappers {
		assert.Same(t, &wrappers[i], findWrapper(wrappers[i].name), "%q: give wrapperLengths its length", wrappers[i].name)
	}
	assert.Nil(t, findWrapper(""))
	assert.Nil(t, findWrapper("tiger"))
	assert.Nil(t, findWrapper("nohups-and-more"))
}
