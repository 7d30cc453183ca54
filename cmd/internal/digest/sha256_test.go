package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSum holds the sums of texts of every length up to several blocks against the
// standard library.
func TestSum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for length := range 400 {
		text := make([]byte, length)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		want := sha256.Sum256(text)
		assert.Equal(t, want, Sum(text), "%d bytes", length)
		assert.Equal(t, hex.EncodeToString(want[:]), Hex(text))
	}
	assert.Equal(t, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", Hex([]byte("abc")))
}

// FuzzSum does so for any text.
func FuzzSum(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, text []byte) { assert.Equal(t, sha256.Sum256(text), Sum(text)) })
}
