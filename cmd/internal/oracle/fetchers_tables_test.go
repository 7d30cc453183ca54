package oracle

import "strings"

// downloader is a program with its command lines, one a line; those below "asks:" are
// asked about.
type downloader struct{ program, lines string }

// all lists the lines.
func (d downloader) all() []fetcherLine {
	var out []fetcherLine
	asks := false
	for line := range strings.Lines(d.lines) {
		switch line = strings.TrimSpace(line); line {
		case "":
		case "asks:":
			asks = true
		default:
			out = append(out, fetcherLine{program: d.program, line: line, asks: asks})
		}
	}
	return out
}

var downloaders = []downloader{
	{"wget2", `
wget2 -q «U»/files/x.txt
wget2 -q '«U»/files/x.txt?a=1/2'
wget2 -q '«U»/files/a%20b.txt' «U»/files/y.txt
wget2 -q '«U»/files/a%2fb.txt'
wget2 -q «U»/site/
wget2 -q «U»/moved/files/y.txt
wget2 -q -P sub --content-disposition --no-content-disposition «U»/named/z.txt
wget2 -q --trust-server-names «U»/moved/files/y.txt
wget2 -q -O f «U»/files/x.txt
wget2 -qOsub/new/f «U»/files/x.txt «U»/files/y.txt
wget2 -q --output-document=f -P sub «U»/files/x.txt
wget2 -q -O a -O «B»/b «U»/files/x.txt
wget2 -q -O f --no-output-document «U»/files/x.txt
wget2 -q -P sub «U»/files/x.txt
wget2 -qP«B» -- «U»/files/x.txt
wget2 -q «U»/files/x.txt --directory-prefix new/dir
wget2 -q -P sub --no-directory-prefix «U»/files/x.txt
wget2 -q -P '' «U»/files/x.txt
wget2 -q -P «S» «U»/files/x.txt
wget2 -q -P «S» -O f «U»/files/x.txt
wget2 -q -O «S»/f «U»/files/x.txt
wget2 -q -r -l 1 «U»/site/
wget2 -q -x -nH «U»/site/below/three.txt
wget2 -q -i list.txt
wget2 -q -O- «U»/files/x.txt
wget2 -q -O- «U»/files/x.txt > f
wget2 -q --spider «U»/files/x.txt
wget2 -q --spider=off «U»/files/x.txt
wget2 -q -e robots=off «U»/files/x.txt
wget2 -q --delete-after «U»/files/x.txt
wget2 -q «U»/missing
cd sub && wget2 -q «U»/files/x.txt
asks:
wget2 -q --content-disposition -O f «U»/named/z.txt
wget2 -q --content-disposition «U»/named/z.txt
wget2 -q -e directory-prefix=«B» «U»/files/x.txt
wget2 -q --output-d=f «U»/files/x.txt
`},
	{"busybox wget", `
busybox wget -q «U»/files/x.txt
busybox wget -q '«U»/files/x.txt?a=1/2'
busybox wget -q '«U»/files/x.txt?a=1'
busybox wget -q '«U»/files/a%20b.txt'
busybox wget -q «U»/site/
busybox wget -q «U»/moved/files/y.txt
busybox wget -q «U»/files/x.txt «U»/files/y.txt
busybox wget -q -O f «U»/files/x.txt
busybox wget -qO f «U»/files/x.txt «U»/files/y.txt
busybox wget -q -O f -O g «U»/files/x.txt
busybox wget -q --output-doc=f «U»/files/x.txt
busybox wget -q -O=f «U»/files/x.txt
busybox wget -q -P sub «U»/files/x.txt
busybox wget -q -P sub -O «B»/f «U»/files/x.txt
busybox wget -q --directory-prefix=«B» «U»/files/x.txt
busybox wget -q -P «S» «U»/files/x.txt
busybox wget -q -nv -nc «U»/files/x.txt
busybox wget -q -t 3 -c -S «U»/files/x.txt -P sub
busybox wget -q -O- «U»/files/x.txt
busybox wget -q -O- «U»/files/x.txt > f
busybox wget -q -O /dev/null «U»/files/x.txt
busybox wget -q --spider «U»/files/x.txt
busybox wget -q -- «U»/files/x.txt
busybox wget -q «U»/missing
env busybox wget -q «U»/files/x.txt
asks:
busybox wget -q -r «U»/site/
`},
	{"aria2c", `
aria2c -q «U»/files/x.txt
aria2c -q '«U»/files/x.txt?a=1/2'
aria2c -q «U»/site/
aria2c -q «U»/moved/files/y.txt
aria2c -q «U»/named/z.txt
aria2c -q -o f «U»/files/x.txt
aria2c -q -o a/b/f «U»/files/x.txt
aria2c -q -o «B»/f «U»/files/x.txt
aria2c -q -d sub -o ../f «U»/files/x.txt
aria2c -q -o=f «U»/files/x.txt
aria2c -q --out=f -o g «U»/files/x.txt
aria2c -q --ou=f «U»/files/x.txt
aria2c -q -o f -o '' «U»/files/x.txt
aria2c -q -o - «U»/files/x.txt
aria2c -q -o /dev/null «U»/files/x.txt
aria2c -q -Z -o f «U»/files/x.txt «U»/files/y.txt
aria2c -q «U»/files/x.txt -d «B» -- «U»/files/x.txt
aria2c -q -d a -d b «U»/files/x.txt
aria2c -q -d '' «U»/files/x.txt
aria2c -q -d «S» «U»/files/x.txt
aria2c -q -d «S» -o sub/f «U»/files/x.txt
aria2c -q -d «S» -o ../f «U»/files/x.txt
aria2c -q --dry-run «U»/files/x.txt
aria2c -q --dry-run=false «U»/files/x.txt
aria2c -q -x2 -s 2 -k1M -c -V «U»/files/x.txt
aria2c -q -Vfalse «U»/files/x.txt
aria2c -q -ZPfalse «U»/files/x.txt «U»/files/y.txt
aria2c -q -P '«U»/files/{x,y}.txt' -Z
aria2c -q «U»/missing
asks:
aria2c -q -i list.txt
aria2c -q --conf-path=c «U»/files/x.txt
aria2c -q '-d${HOME}/d' «U»/files/x.txt
aria2c -q --ouu=f «U»/files/x.txt
`},
	{"axel", `
axel -q «U»/files/x.txt
axel -q '«U»/files/x.txt?a=1/2'
axel -q '«U»/files/a%20b.txt'
axel -q «U»/site/
axel -q «U»/moved/files/y.txt
axel -q «U»/named/z.txt
axel -q «U»/files/x.txt «U»/files/x.txt
axel -q -o f «U»/files/x.txt
axel -qo f «U»/files/x.txt
axel -qof «U»/files/x.txt
axel -q -o=f «U»/files/x.txt
axel -q --outp=f «U»/files/x.txt
axel -q --output f -o g «U»/files/x.txt
axel -q -o sub «U»/named/z.txt
axel -q -o sub/ «U»/files/x.txt
axel -q -o . «U»/files/x.txt
axel -q -o .. «U»/files/x.txt
axel -q -o '' «U»/files/x.txt
axel -q -o - «U»/files/x.txt
axel -q -o «B»/f «U»/files/x.txt
axel -q «U»/files/x.txt -o «B»
axel -q -o «S» -- «U»/files/x.txt
axel -q -o «S»/f «U»/files/x.txt
axel -q -n 2 -s1000000 -a «U»/files/x.txt
axel -q «U»/missing
`},
	{"http", `
http -I «U»/files/x.txt
http -I «U»/files/x.txt > f
http -I -o f «U»/files/x.txt
http -I -o=f «U»/files/x.txt
http -Iof «U»/files/x.txt
http -Ido sub/f «U»/files/x.txt
http -I --output=«B»/f «U»/files/x.txt
http -I --outp f GET «U»/files/x.txt
http -I GET «U»/files/x.txt -o f
http -I «U»/files/x.txt a=b -o f
http -I -o f «U»/moved/files/x.txt
http -I -F -d -o f «U»/moved/files/x.txt
http -I -o f --no-output «U»/files/x.txt > /dev/null
http -I -o - «U»/files/x.txt
http -I -o /dev/null «U»/files/x.txt
http -I -o «S»/f «U»/files/x.txt
http -I -d «U»/files/x.txt | cat
http -I -d «U»/files/x.txt > f
http -I --offline -o f «U»/files/x.txt
http -I --print=b --pretty none -o f -- «U»/files/x.txt
http -I -o f «U»/missing
asks:
http -I -o f -o g «U»/files/x.txt
http -Io=f «U»/files/x.txt
http -I -d «U»
`},
	{"ftp", `
ftp «U»/files/x.txt
ftp '«U»/files/x.txt?a=1/2'
ftp «U»/named/z.txt
ftp -o f «U»/files/x.txt
ftp -of «U»/files/x.txt
ftp -o=f «U»/files/x.txt
ftp -Vo «B»/f «U»/files/x.txt
ftp -o f -o g «U»/files/x.txt
ftp «U»/files/x.txt -o f
ftp -o sub/f -- «U»/files/x.txt
ftp -o «S»/f «U»/files/x.txt
ftp -o - «U»/files/x.txt «U»/files/y.txt
ftp -o - «U»/files/x.txt > f
ftp -o /dev/null «U»/files/x.txt
ftp «U»/missing
cd «S» && ftp «U»/files/x.txt «U»/files/y.txt
asks:
ftp «U»/files/x.txt «U»/files/y.txt
ftp -o f «U»/files/x.txt «U»/files/y.txt
ftp -o '|cat > f' «U»/files/x.txt
ftp 127.0.0.1
ftp '«U»/files/a%20b.txt'
`},
	{"lftpget", `
cd «S» && lftpget «U»/files/x.txt
cd «S» && lftpget -c -v «U»/files/x.txt «U»/files/y.txt
lftpget
asks:
lftpget «U»/files/x.txt
`},
	{"lftp", `
lftp --version
asks:
lftp -c 'get «U»/files/x.txt'
cd «S» && lftp -c 'get «U»/files/x.txt'
lftp -e 'get «U»/files/x.txt; exit'
lftp -f script
`},
	{"yt-dlp", `
yt-dlp -q «U»/files/x.mp4
yt-dlp -q «U»/files/x.mp4 «U»/files/y.mp4
yt-dlp -q -o f.mp4 «U»/files/x.mp4
yt-dlp -q -o 'a/%(id)s.%(ext)s' «U»/files/x.mp4
yt-dlp -q -o '«B»/%(id)s.%(ext)s' «U»/files/x.mp4
yt-dlp -q -o '~/f.mp4' «U»/files/x.mp4
yt-dlp -q -o '$HOME/f.mp4' «U»/files/x.mp4
yt-dlp -q -P «S» -o ../f.mp4 «U»/files/x.mp4
yt-dlp -q -P sub «U»/files/x.mp4
yt-dlp -qPsub «U»/files/x.mp4
yt-dlp -q -P home:sub -P temp:t «U»/files/x.mp4
yt-dlp -q --path=sub -P '~/q' «U»/files/x.mp4
yt-dlp -q -P sub -o «B»/f.mp4 «U»/files/x.mp4
yt-dlp -q -P «S» «U»/files/x.mp4
yt-dlp -q -P HOME:«S» -o f.mp4 «U»/files/x.mp4
yt-dlp -q -o - «U»/files/x.mp4
yt-dlp -q -o - «U»/files/x.mp4 > f.mp4
yt-dlp -q -s «U»/files/x.mp4
yt-dlp -q -O id «U»/files/x.mp4
yt-dlp -q -O after_move:id «U»/files/x.mp4
yt-dlp -q -j --no-simulate «U»/files/x.mp4
yt-dlp -q -F «U»/files/x.mp4
yt-dlp -q --skip-download --write-info-json «U»/files/x.mp4
yt-dlp -q --replace-in-metadata title x -P -P sub «U»/files/x.mp4
yt-dlp -q -- «U»/files/x.mp4
asks:
yt-dlp -q -P «S» --write-info-json -P infojson:«B» «U»/files/x.mp4
yt-dlp -q -P «S» -o infojson:«B»/i --write-info-json «U»/files/x.mp4
yt-dlp -q --config-location c «U»/files/x.mp4
yt-dlp -q --outp f.mp4 «U»/files/x.mp4
`},
	{"lynx", `
lynx -dump «U»/site/
lynx -source «U»/site/ > f
lynx --dump -width=40 «U»/site/ > f
asks:
lynx -crawl -traversal «U»/site/
`},
	{"w3m", `
w3m -dump «U»/site/
w3m -dump_source «U»/site/ > f
w3m «U»/site/ > f
w3m -dump -cols 40 -T text/html «U»/site/ > f
`},
	{"links", `
links -dump «U»/site/
links -source «U»/site/ > f
links -dump -width 40 «U»/site/ > f
`},
	{"elinks", `
elinks -dump «U»/site/
elinks -source «U»/site/ > f
elinks -dump 1 «U»/site/ > f
`},
}
