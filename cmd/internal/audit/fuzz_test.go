package audit

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// planted is a secret that no text has by chance, with a digit and without what would
// end a word.
const planted = "Zq7xPlantedSecret9Kd"

// carriers are ways to say a secret; @ is its place. Each stands alone on a line.
var carriers = []string{
	"curl https://user:@@@@host/f", "curl 'https://host/f?token=@@@'", "curl -H 'Authorization: Bearer @@@' u", "curl -H \"X-Api-Key: @@@\" u",
	"x --password=@@@", "x --password '@@@'", "x --token \"@@@\"", "curl -u user:@@@ u", "GITHUB_TOKEN=@@@ make", "export API_KEY='@@@'",
	`curl -d '{"password":"@@@"}' u`, `bash -c "x --password=@@@"`, `bash -c 'DB_PASS="@@@" x'`, "echo ghp_@@@", "echo sk-@@@", "sshpass -p @@@ ssh h",
	"client_secret: @@@", "Cookie: a=@@@; b=@@@",
}

// FuzzMask plants a secret in an arbitrary text, on a line of its own: whatever the
// text does to the counting of quotes, the secret is not in what is written.
func FuzzMask(f *testing.F) {
	for i, text := range []string{"", "don't", `say "`, "$(", "`", "a\\", "TOKEN=", "https://u:", "-u", "'\"'\"", "-----BEGIN PRIVATE KEY-----", "\xff\x00", "?a=&", "\"$(\"", "cat <<'E'"} {
		f.Add(text, text, uint8(i))
	}
	f.Fuzz(func(t *testing.T, before, after string, which uint8) {
		if strings.Contains(before+after, planted[:4]) {
			t.Skip()
		}
		Mask(before)
		Mask(before + after)
		carrier := strings.ReplaceAll(carriers[int(which)%len(carriers)], "@@@", planted)
		for _, text := range []string{carrier + "\n" + after, before + "\n" + carrier + "\n" + after, before + "\n" + carrier} {
			got := Mask(text)
			require.NotContains(t, got, planted, "%q", text)
			line := Entry{Command: text, Reason: text, Session: before, Dir: after}.line(time.Unix(0, 0), 1)
			require.Less(t, len(line), MaxLine)
			require.True(t, json.Valid(line), "%q", line)
			require.NotContains(t, string(line), planted)
		}
	})
}
