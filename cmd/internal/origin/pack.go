package origin

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
)

// The packers below store what they are given: the marks stay legible. They know one
// way of each format, which is enough for bodies of at most 64 KiB.

// storedGzip is a gzip file of blocks that are not compressed.
func storedGzip(body []byte, comment string) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		return body
	}
	w.Comment = comment
	_, _ = w.Write(body) // a buffer takes every write
	_ = w.Close()
	return b.Bytes()
}

// storedXz is an .xz file of one LZMA2 chunk that is not compressed, by the file format's
// specification 1.2.1.
func storedXz(body []byte) []byte {
	little := binary.LittleEndian
	sum := func(b []byte) []byte { return little.AppendUint32(b, crc32.ChecksumIEEE(b)) }
	padded := func(b []byte) []byte { return append(b, make([]byte, -len(b)&3)...) }
	flags := []byte{0, 1} // the check is CRC32

	out := append([]byte("\xfd7zXZ\x00"), sum(flags)...)
	header := sum([]byte{2, 0, 0x21, 1, 0, 0, 0, 0}) // 12 bytes; LZMA2 with a dictionary of 4 KiB
	chunk := binary.BigEndian.AppendUint16([]byte{1}, uint16(len(body)-1))
	chunk = append(append(chunk, body...), 0)
	out = append(append(out, header...), padded(chunk)...)
	out = little.AppendUint32(out, crc32.ChecksumIEEE(body))

	index := binary.AppendUvarint([]byte{0, 1}, uint64(len(header)+len(chunk)+4))
	index = sum(padded(binary.AppendUvarint(index, uint64(len(body)))))
	footer := append(little.AppendUint32(nil, uint32(len(index)/4-1)), flags...)
	out = little.AppendUint32(append(out, index...), crc32.ChecksumIEEE(footer))
	return append(append(out, footer...), "YZ"...)
}

// storedZstd is a zstd frame of one raw block, by RFC 8878.
func storedZstd(body []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte{0x28, 0xb5, 0x2f, 0xfd, 0xa0}, uint32(len(body)))
	block := uint32(len(body))<<3 | 1 // the last block, raw
	return append(append(out, byte(block), byte(block>>8), byte(block>>16)), body...)
}

// lines is base64 as base64(1) prints it.
func lines(body []byte) []byte {
	text := []byte(base64.StdEncoding.EncodeToString(body))
	return append(bytes.Join(slices.Collect(slices.Chunk(text, 76)), []byte("\n")), '\n')
}

// armored is the body as an ASCII-armored key, by RFC 9580: base64 and its CRC-24.
func armored(body []byte) []byte {
	sum := uint32(0xb704ce)
	for _, b := range body {
		sum ^= uint32(b) << 16
		for range 8 {
			if sum <<= 1; sum&0x1000000 != 0 {
				sum ^= 0x1864cfb
			}
		}
	}
	check := base64.StdEncoding.EncodeToString([]byte{byte(sum >> 16), byte(sum >> 8), byte(sum)})
	return fmt.Appendf(nil, "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n%s=%s\n-----END PGP PUBLIC KEY BLOCK-----\n", lines(body), check)
}

// patch makes the file patched.txt, whatever the name.
func patch(name string) []byte {
	body := text(name)
	added := append([]byte("+"), bytes.ReplaceAll(bytes.TrimSuffix(body, []byte("\n")), []byte("\n"), []byte("\n+"))...)
	return fmt.Appendf(nil, "--- /dev/null\n+++ b/patched.txt\n@@ -0,0 +1,%d @@\n%s\n", bytes.Count(body, []byte("\n")), added)
}

// cpio is an archive in the format newc, by cpio(5).
func cpio(name string) []byte {
	var b bytes.Buffer
	add := func(name string, mode int64, body []byte) {
		fmt.Fprintf(&b, "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X", 0, mode, 0, 0, 1, modified.Unix(), len(body), 0, 0, 0, 0, len(name)+1, 0)
		for _, part := range []string{name + "\x00", string(body)} {
			b.WriteString(part)
			b.Write(make([]byte, -b.Len()&3))
		}
	}
	for _, m := range members {
		add(m.name, 0o100000|m.mode, m.body(name+"/"+m.name))
	}
	add("TRAILER!!!", 0, nil)
	return b.Bytes()
}
