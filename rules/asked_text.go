package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// textTable holds the textPrograms, with how a program text is handed to them and how it
// fetches, a line each: names | text | values | modules | flags | calls | harmless | writes
//
// Text are the options whose value is the text (or a subcommand whose operand it is),
// values the other options that take the next word, modules those whose value is a module
// that the text uses, flags the letters that may share a word with a text's.
//
// Calls fetch: & joins those that have to occur together, ! begins one that may not, and ~
// is a blank. Harmless are pieces that look like writing, and writes are those that write,
// or run more. A text is compared in small letters, with ' for ", and without "node:".
//
// The calls are from the manuals of the languages' own libraries and of those that are
// used most. An import alone fetches nothing, nor does a name in a string.
const textTable = `
R Rscript | -e | | | | download.file( url(&readlines( url(&read. read.csv('http read.csv(url readlines('http source('http curl_download( httr::get( install.packages( | | download.file( curl_download( write save source( system( sink( eval install.packages(
bun deno node nodejs | -e --eval -p --print -pe eval | --input-type --loader --experimental-loader --env-file --conditions -C --ext --config -c --import-map | -r --require --import | pe | fetch( 'http'&.get(&!createserver 'http'&.request(&!createserver 'https'&.get( 'https'&.request( 'http2'&connect( 'net'&connect( 'net'&createconnection( 'tls'&connect( 'axios'&.get( 'axios'&.post( 'axios'&.request( 'axios'&axios( 'got'&got( 'got'&.get( 'got'&.stream( 'undici'&request( 'undici'&stream( new~xmlhttprequest( new~websocket( from~'https:// from~'http:// import('https:// import('http:// import~'https:// | process.stdout.write( .pipe(process.stdout) | writefile write createwritestream appendfile exec spawn fork( eval new~function( pipe open( deno. from~'https:// from~'http:// import('https:// import('http:// import~'https://
expect tclsh | -c | | | | http::geturl~ | | exec~ spawn~ system~ open~ eval~ source~ -channel
julia | -e --eval -E --print | -C -J -L -p -t --project | | | download(' downloads.download( http.get( http.request( http.download( http.open( | | download( open( write( run( save include( eval
lua luajit | -e | | -l | i | http.request( https.request( | | io. os. popen open( write( dofile load sink
osascript | -e | -l | | | | | shell
perl | -e -E | -I -F -C -x | -M -m | acfilnpstTuUvwWX0123456789 | lwp::simple&get( lwp::simple&get~ lwp::simple&get' lwp::simple&get$ lwp::simple&getprint lwp::simple&getstore lwp::simple&mirror lwp::useragent->new new~lwp::useragent http::tiny->new new~http::tiny io::socket::inet->new io::socket::ssl->new io::socket::ip->new io::socket->new net::ftp->new net::http->new net::https->new www::mechanize->new mojo::useragent->new furl->new | -> => | write open save exec system eval pipe getstore mirror ` + "`" + ` qx :content_file print~{ print~$ >
php | -r -B -R -E | -d -c -S -t | | n | file_get_contents(&:// fopen(&:// copy(&:// readfile(&:// file(&:// simplexml_load_file(&:// curl_exec( fsockopen( stream_socket_client( new~soapclient( | | file_put_contents write copy( exec system passthru eval include require curlopt_file popen proc_open save fopen( ` + "`" + `
powershell pwsh | -c -Command -command /c /C /Command | -ExecutionPolicy -ep -WorkingDirectory -wd -OutputFormat | | | invoke-webrequest~ iwr~ invoke-restmethod~ irm~ start-bitstransfer~ curl~ wget~ net.webclient net.http.httpclient | write-host write-output | -outfile -out~ -o~ out-file set-content add-content > write downloadfile iex invoke-expression invoke-command start-bitstransfer save tee-object export- start-process io.file new-item
pypy python | -c | -W -X -Q | | bBdEhiIOPqRsSuvVx | urlopen( urlretrieve( urlopener( build_opener( requests.get( requests.post( requests.put( requests.head( requests.request( requests.session( from~requests~import&( import~requests~as&( httpx.get( httpx.post( httpx.request( httpx.stream( httpx.client( httpx.asyncclient( from~httpx~import&( import~httpx~as&( aiohttp.clientsession( from~aiohttp~import&( httpconnection( httpsconnection( poolmanager( urllib3.request( wget.download( from~wget~import&( socket&connect(&recv socket&connect(&makefile socket&create_connection(&recv socket&create_connection(&makefile open_connection( pycurl.curl( httplib2.http( ftplib.ftp( from~ftplib~import&( telnetlib.telnet( hf_hub_download( snapshot_download( gdown.download( kagglehub. boto3&download_file boto3&get_object __import__('requests')&( __import__('urllib.request')&( __import__('httpx')&( import_module('requests')&( import_module('urllib.request')&( | urlopen( sys.stdout.write( stdout.buffer.write( stdout.write( | open( write urlretrieve save exec system subprocess popen pipe eval download( download_ copyfileobj pickle extract shutil to_ tofile dump( spawn getattr __import__ import_module
ruby | -e | -I -C -E -F -x | -r | alnpsSvwWy0123456789 | uri.open( uri.open~ open-uri&open( open-uri&open~ net::http.get net::http.start( net::http.post net::http.new( tcpsocket.new( tcpsocket.open( socket.tcp( httparty.get faraday.get faraday.new( restclient.get net::ftp.open( net::ftp.new( down.download( | uri.open | file. io. open( open~ write system exec eval save ` + "`" + ` %x spawn popen fileutils copy_stream download
`

// textRow is a line of the table of textPrograms, without the names.
type textRow struct{ text, values, modules, flags, calls, harmless, writes string }

// textPrograms are the names of textTable: for most programs no line has to be looked at.
const textPrograms = "R Rscript bun deno expect julia lua luajit node nodejs osascript perl php powershell pwsh pypy python ruby tclsh"

// readAskedText reads a program text that an interpreter is given among its words, or as
// a here-document, where that fetches.
func readAskedText(inv *ast.Invocation, name string) (a *asked, ok bool) {
	if !has(textPrograms, name) {
		return nil, false
	}
	row := readTextRow(lineFor(textTable, name))
	text, ok := row.textOf(inv)
	if !ok {
		return nil, false
	}
	fetches, writes := row.judge(text)
	if !fetches {
		return nil, false
	}
	a = &asked{doc: "a program text that fetches", stdout: true}
	if writes || !text.whole {
		a.landings = []Landing{{
			Type: "other-download", Noun: nounDownload, Dir: inv.Dir, Dest: ast.Unknown("it stands in a program text", ""), Span: text.span,
			Problem: "the text that " + name + " runs fetches and may write anywhere: fetch with curl or wget, or write the text so that it only prints, and take that to a file in the sandbox",
		}}
	}
	return a, true
}

func readTextRow(line string) (row textRow) {
	for _, field := range [...]*string{&row.text, &row.values, &row.modules, &row.flags, &row.calls, &row.harmless, &row.writes} {
		*field, line, _ = strings.Cut(line, "| ")
		*field = strings.TrimSpace(*field)
	}
	return row
}

// programText is the text of a program: what is known of it.
type programText struct {
	text strings.Builder
	// modules are those that options load.
	modules strings.Builder
	span    ast.Span
	whole   bool // all of it is known
}

// add adds a piece of which all, or a part, is known. A variable whose name says that it
// holds a URL counts as one.
func (t *programText) add(v ast.Value, span ast.Span) {
	if t.text.Len() == 0 {
		t.span = span
	}
	for _, alt := range v.Alts() {
		for _, part := range alt {
			t.text.WriteString(part.Text)
			if part.Unknown == "" {
				continue
			}
			t.whole = false
			if strings.Contains(strings.ToLower(part.Var), "url") {
				t.text.WriteString("https://")
			}
		}
		t.text.WriteByte('\n')
	}
}

// textOf is the program text of an invocation; ok is false where it has none, or where
// nothing is known of it.
func (row *textRow) textOf(inv *ast.Invocation) (t *programText, ok bool) {
	t = &programText{whole: true}
	given, bare := row.words(inv.Args, t)
	if !given && bare {
		given = row.input(inv, t)
	}
	return t, given && t.text.Len() > 0
}

// words reads the words: given says that a text is among them, and bare that the program
// is read from standard input.
func (row *textRow) words(args []ast.Arg, t *programText) (given, bare bool) {
	waits := false // a subcommand whose operand is the text
	for i := 0; i < len(args); i++ {
		text, _ := written(&args[i])
		switch {
		case has(row.text, text) && text[0] != '-' && text[0] != '/':
			waits = true
		case waits && !strings.HasPrefix(text, "-"):
			t.add(args[i].Value, args[i].Span)
			return true, false
		case text == "":
			return given, false
		case text == "-" || text == "run" && has(row.text, "eval"):
		case text[0] == '-' || has(row.text, text):
			used, found := row.option(args[i:], text, t)
			given, i = given || found, i+used
		default:
			return given, false // a file
		}
	}
	return given, true
}

// option reads the first of the words, an option: used is how many more it takes, and
// given says that they hold a text.
func (row *textRow) option(args []ast.Arg, text string, t *programText) (used int, given bool) {
	arg := &args[0]
	name, _, attached := strings.Cut(text, "=")
	switch {
	case has(row.text, text) && len(args) > 1:
		last := 1
		if has(row.text, "-Command") {
			last = len(args) - 1 // all that follows
		}
		for i := 1; i <= last; i++ {
			t.add(args[i].Value, args[i].Span)
		}
		return last, true
	case attached && has(row.text, name):
		t.add(arg.Value.After(len(name)+1), arg.Span)
		return 0, true
	case has(row.modules, text) && len(args) > 1:
		t.module(args[1].Value)
		return 1, false
	case len(text) > 2 && has(row.modules, text[:2]):
		t.module(arg.Value.After(2))
	case has(row.values, text):
		return 1, false
	}
	switch at := row.inCluster(text); {
	case at > 0 && len(text) > at:
		t.add(arg.Value.After(at), arg.Span)
		return 0, true
	case at > 0 && len(args) > 1:
		t.add(args[1].Value, args[1].Span)
		return 1, true
	}
	return 0, false
}

// inCluster is where the text begins in a word of letters that share it (-ne), 0 where
// none does.
func (row *textRow) inCluster(word string) int {
	for i := 1; i < len(word) && word[1] != '-'; i++ {
		for option := range strings.FieldsSeq(row.text) {
			if len(option) == 2 && option[1] == word[i] {
				return i + 1
			}
		}
		if strings.IndexByte(row.flags, word[i]) < 0 {
			return 0
		}
	}
	return 0
}

// module adds a module that an option loads.
func (t *programText) module(v ast.Value) {
	text, _ := v.Text()
	t.modules.WriteString("use " + strings.ReplaceAll(text, "=", " ") + "; require '" + text + "'\n")
}

// input adds the here-document or here-string that is standard input.
func (row *textRow) input(inv *ast.Invocation, t *programText) bool {
	for i := len(inv.Redirs) - 1; i >= 0; i-- {
		r := inv.Redirs[i]
		if r.FD != 0 {
			continue
		}
		if r.Body.None() {
			return false
		}
		if r.Op == "<<<" || wholly(r.Body) {
			t.add(r.Body, r.Target.Span)
			return true
		}
		t.text.WriteString(rawBody(r))
		t.whole, t.span = false, r.Target.Span
		return true
	}
	return false
}

// rawBody is the text of a here-document as it is written, with its expansions: what
// follows the line of its operator, to the line of the delimiter.
func rawBody(r *ast.Redirect) string {
	text := r.In.Source.Text
	if r.Target.Span.End > len(text) {
		return ""
	}
	delimiter := strings.Trim(text[r.Target.Span.Start:r.Target.Span.End], `'"\`)
	_, body, _ := strings.Cut(text[r.Target.Span.End:], "\n")
	length := 0
	for line := range strings.Lines(body) {
		if strings.Trim(line, "\t\n") == delimiter {
			break
		}
		length += len(line)
	}
	return body[:length]
}

// judge says what a text does, as far as it is known.
func (row *textRow) judge(t *programText) (fetches, writes bool) {
	text := strings.Join(strings.Fields(strings.ToLower(t.modules.String()+t.text.String())), " ")
	text = strings.NewReplacer(`"`, "'", "node:", "").Replace(text)
	for call := range strings.FieldsSeq(row.calls) {
		if fetches = calls(text, call); fetches {
			break
		}
	}
	if !fetches {
		return startsFetcher(text), true
	}
	for piece := range strings.FieldsSeq(row.harmless) {
		text = strings.ReplaceAll(text, piece, "")
	}
	for piece := range strings.FieldsSeq(row.writes) {
		if strings.Contains(text, strings.ReplaceAll(piece, "~", " ")) {
			return true, true
		}
	}
	return true, false
}

// calls reports whether a text has the parts of a call, none of them as the end of a
// longer name.
func calls(text, call string) bool {
	for part := range strings.SplitSeq(call, "&") {
		part, not := strings.CutPrefix(strings.ReplaceAll(part, "~", " "), "!")
		if occurs(text, part) == not {
			return false
		}
	}
	return true
}

func occurs(text, part string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], part)
		if i < 0 {
			return false
		}
		if at += i; at == 0 || !inWord(part[0]) || !inWord(text[at-1]) {
			return true
		}
		at++
	}
}

func inWord(c byte) bool { return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }

// startsFetcher reports whether a text hands a command that fetches to a shell.
func startsFetcher(text string) bool {
	for _, start := range [...]string{"system(", "system ", "exec(", "exec ", "execute(", "do shell script", "subprocess", "popen", "spawn", "execsync", "shell_exec", "passthru(", "`", "%x", "qx"} {
		if !occurs(text, start) {
			continue
		}
		for _, fetcher := range [...]string{"curl ", "wget ", "'curl'", "'wget'", "git clone ", "'git','clone'", "'git', 'clone'", "aria2c "} {
			if occurs(text, fetcher) {
				return true
			}
		}
	}
	return false
}
