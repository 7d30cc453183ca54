package rules

import "strings"

// SQL is told to read by what it is made of: statements that begin with a word that
// reads, no word anywhere that changes something, and calls of well-known functions
// only. What the dialects read in different ways (comments, backslashes, dollar
// quotes, odd brackets) is never taken to read.

// sqlDialect is the program that a text is for.
type sqlDialect uint8

const (
	sqlite sqlDialect = iota
	duckdb
	postgres
	mysql
	mssql
)

// sqlStarts are the words that a statement which reads begins with.
const sqlStarts = "select with values show describe desc explain pragma summarize"

// sqlChanges are words that change something, wherever they stand: T-SQL needs nothing
// between two statements.
const sqlChanges = "abort alter analyse analyze attach backup begin bulk call checkpoint close cluster comment commit copy create dbcc deallocate " +
	"declare delete deny detach disable do drop dump enable exec execute export fetch flush force grant handler import insert install " +
	"into kill load lock merge move next notify open optimize outfile dumpfile prepare print procedure raiserror receive reconfigure " +
	"refresh reindex release rename repair reset restore revert revoke rollback save savepoint send set setuser shutdown signal trigger " +
	"truncate unload unlock update updatetext upsert use vacuum waitfor while writetext"

// sqlBeforeParen are words that may stand before a parenthesis and are no functions.
const sqlBeforeParen = "select from where and or not in as on using over filter values exists any all some by join union except intersect having when then " +
	"else case distinct limit offset between like ilike is interval group order partition window with recursive explain lateral outer " +
	"inner left right cross materialized char character varchar nvarchar nchar numeric decimal float bit binary varbinary time " +
	"timestamp top"

// sqlFunctions are functions of one or more dialects that only compute.
const sqlFunctions = "abs acos age array_agg array_length ascii asin atan atan2 avg bit_count bit_length bool_and bool_or cardinality cast ceil ceiling " +
	"char_length character_length charindex chr coalesce concat concat_ws convert cos count cube cume_dist current_database " +
	"current_date current_schema current_schemas current_time current_timestamp current_user curdate curtime database date date_add " +
	"date_diff date_format date_part date_sub date_trunc dateadd datediff datename datepart datetime day dayname dayofmonth dayofweek " +
	"dayofyear db_name degrees dense_rank every exp extract field find_in_set first_value floor format format_type from_unixtime " +
	"generate_series getdate getutcdate greatest group_concat grouping grouping_sets has_table_privilege hex hour ifnull iif initcap " +
	"instr isnull json json_agg json_array json_array_length json_build_object json_each json_extract json_extract_string " +
	"json_group_array json_group_object json_length json_object json_object_agg json_tree json_type json_unquote json_valid jsonb_agg " +
	"jsonb_array_elements jsonb_array_length jsonb_build_object jsonb_each jsonb_object_keys julianday justify_days lag last_day " +
	"last_value lcase lead least left len length list list_contains ln localtime localtimestamp locate log log10 log2 lower lpad ltrim " +
	"make_date max md5 median microsecond mid min minute mod mode month monthname nth_value ntile now nullif nvl obj_description " +
	"object_id object_name octet_length overlay patindex percent_rank percentile_cont percentile_disc pg_column_size pg_database_size " +
	"pg_encoding_to_char pg_get_constraintdef pg_get_functiondef pg_get_indexdef pg_get_userbyid pg_get_viewdef pg_is_in_recovery " +
	"pg_indexes_size pg_relation_size pg_size_pretty pg_table_is_visible pg_table_size pg_total_relation_size pi position pow power " +
	"printf quarter quote quote_ident quote_literal radians random rank regexp_count regexp_like regexp_matches regexp_replace " +
	"regexp_substr repeat replace reverse right rollup round row_number row_to_json rpad rtrim schema schema_name sec_to_time second " +
	"serverproperty sha1 sha2 sha256 sign sin soundex space split_part sqlite_version sqrt starts_with stddev stddev_pop stddev_samp " +
	"str_to_date strftime string_agg string_split string_to_array stuff substr substring substring_index sum sysdate sysdatetime tan " +
	"time time_to_sec timediff timestamp timestampdiff to_char to_date to_json to_jsonb to_number to_timestamp total total_changes trim " +
	"trunc try_cast try_convert typeof ucase unhex unicode unix_timestamp unixepoch unnest upper user utc_date utc_timestamp var_pop " +
	"var_samp variance version week weekday width_bucket year years"

// sqlPragmas are the pragmas that print; those of the second list do with a value in
// parentheses, too.
const (
	sqlPragmas = "application_id auto_vacuum automatic_index busy_timeout cache_size collation_list collations compile_options data_version " +
		"database_list database_size defer_foreign_keys encoding foreign_keys freelist_count function_list functions journal_mode " +
		"journal_size_limit legacy_alter_table locking_mode max_page_count mmap_size module_list page_count page_size platform pragma_list " +
		"query_only read_uncommitted recursive_triggers schema_version secure_delete show show_tables show_tables_expanded show_databases " +
		"synchronous table_list temp_store threads user_agent user_version version writable_schema"
	sqlPragmasOfName = "foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check storage_info table_info table_list table_xinfo"
)

// sqlFiles are functions of DuckDB that read the file which a plain string names.
const sqlFiles = "glob parquet_metadata parquet_scan parquet_schema read_csv read_csv_auto read_json read_json_auto read_ndjson read_parquet"

// sqlReads says why a SQL text does more than read, or "".
func sqlReads(text string, dialect sqlDialect) string {
	s := sqlText{text: text, dialect: dialect}
	if dialect == mysql {
		for _, end := range [...]string{`\G`, `\g`} {
			s.text = strings.TrimSuffix(strings.TrimRight(s.text, " \n;"), end)
		}
	}
	if dialect == mssql && strings.ContainsAny(text, "\r\n") {
		return "a line of its text may be a command of sqlcmd"
	}
	if strings.ContainsAny(s.text, "\\\x00") {
		return "its SQL holds a backslash, which programs read in different ways"
	}
	for {
		done, why := s.statement()
		if why != "" {
			return why
		}
		if done {
			break
		}
	}
	if s.statements == 0 {
		return "it holds no statement"
	}
	return ""
}

// sqlText is a SQL text as it is read.
type sqlText struct {
	text       string
	at         int
	dialect    sqlDialect
	statements int
	files      bool // the statement calls a function of sqlFiles
}

// sqlToken is one token: a word in small letters, a string, or a character.
type sqlToken struct {
	kind byte // w word, q quoted name, s string, n number, 0 the end, else the character
	text string
}

// statement reads up to the next semicolon; done says that the text has ended.
func (s *sqlText) statement() (done bool, why string) {
	first, before, last := "", sqlToken{}, sqlToken{}
	s.files = false
	for {
		token, why := s.next()
		if why != "" {
			return false, why
		}
		if token.kind == 0 || token.kind == ';' {
			return token.kind == 0, ""
		}
		if first == "" {
			first = token.text
			if token.kind != 'w' || !has(sqlStarts, first) {
				return false, "the statement does not begin with a word that is known to read only"
			}
			if s.statements++; s.statements > 1 {
				return false, "it holds several statements"
			}
			if first == "pragma" {
				return s.pragma()
			}
		} else if why := s.judge(first, before, last, token); why != "" {
			return false, why
		}
		before, last = last, token
	}
}

// judge says why a token after the first of a statement does more than read, or "".
func (s *sqlText) judge(first string, before, last, token sqlToken) string {
	if s.files && (token.kind == '|' || last.kind == '(' && token.kind != 's' && s.ofFile(before.text)) {
		return "it is not known what file it reads"
	}
	switch token.kind {
	case 'w':
		if has(sqlChanges, token.text) && !mayName(first, token.text) {
			return "the word " + token.text + " changes something"
		}
	case '(':
		named := last.kind == 'w' && before.kind != '.' && (s.ofFile(last.text) || has(sqlFunctions, last.text) || has(sqlBeforeParen, last.text))
		if (last.kind == 'w' || last.kind == 'q' || last.kind == 's' || last.kind == ']') && !named {
			return "the function " + last.text + " is not known to read only"
		}
	case '=':
		if last.kind == ':' {
			return "it sets a variable"
		}
	case 's':
		if s.dialect == duckdb && strings.Contains(token.text, ":/") {
			return "it reads " + token.text + ", which is not on this machine"
		}
	case 'q':
		if s.dialect == duckdb && strings.Contains(token.text, ":") {
			return "it reads " + token.text + ", which is not on this machine"
		}
	}
	return ""
}

// ofFile reports whether a function reads a file, and notes it.
func (s *sqlText) ofFile(function string) bool {
	found := s.dialect == duckdb && has(sqlFiles, function)
	s.files = s.files || found
	return found
}

// mayName reports whether a word that changes something elsewhere only names what a
// statement prints.
func mayName(first, word string) bool {
	switch first {
	case "show":
		return has("create procedure trigger open", word)
	case "explain":
		return has("analyze analyse", word)
	}
	return false
}

// pragma reads the rest of PRAGMA [schema.]name[(name)].
func (s *sqlText) pragma() (done bool, why string) {
	var tokens []sqlToken
	for {
		token, why := s.next()
		if why != "" {
			return false, why
		}
		if token.kind == 0 || token.kind == ';' {
			done = token.kind == 0
			break
		}
		tokens = append(tokens, token)
	}
	if len(tokens) > 2 && tokens[1].kind == '.' {
		tokens = tokens[2:]
	}
	switch {
	case len(tokens) == 1 && tokens[0].kind == 'w' && (has(sqlPragmas, tokens[0].text) || has(sqlPragmasOfName, tokens[0].text)):
		return done, ""
	case len(tokens) == 4 && tokens[0].kind == 'w' && has(sqlPragmasOfName, tokens[0].text) && tokens[1].kind == '(' && tokens[3].kind == ')':
		return done, ""
	}
	return false, "the pragma is not known to read only"
}

// next reads a token.
func (s *sqlText) next() (token sqlToken, why string) {
	s.at += len(s.text[s.at:]) - len(strings.TrimLeft(s.text[s.at:], " \t\r\n"))
	if s.at == len(s.text) {
		return sqlToken{}, ""
	}
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case c == '\'':
		return s.quoted(c, 's')
	case c == '"' && s.dialect == mysql:
		return s.quoted(c, 's')
	case c == '"':
		return s.quoted(c, 'q')
	case c == '`' && (s.dialect == mysql || s.dialect == sqlite):
		return s.plain('`', 'q')
	case c == '[':
		return s.plain(']', ']')
	case strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "/*"), c == '#':
		return sqlToken{}, "a comment may hide a part of its SQL"
	case sqlWordByte(c) && (c < '0' || c > '9'):
		n := 1
		for n < len(rest) && sqlWordByte(rest[n]) {
			n++
		}
		s.at += n
		return sqlToken{'w', strings.ToLower(rest[:n])}, ""
	case c >= '0' && c <= '9':
		n := 1
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n < len(rest) && sqlWordByte(rest[n]) {
			return sqlToken{}, "a number in its SQL runs into a word"
		}
		s.at += n
		return sqlToken{'n', rest[:n]}, ""
	case strings.IndexByte("(),;.*+-/%<>=!|&^~:@?", c) >= 0:
		s.at++
		return sqlToken{c, rest[:1]}, ""
	}
	return sqlToken{}, "its SQL holds a character that programs read in different ways"
}

// quoted reads a text up to its quote, which stands in it doubled.
func (s *sqlText) quoted(quote, kind byte) (token sqlToken, why string) {
	for i := s.at + 1; i < len(s.text); i++ {
		if s.text[i] != quote {
			continue
		}
		if i+1 < len(s.text) && s.text[i+1] == quote {
			i++
			continue
		}
		token = sqlToken{kind, s.text[s.at+1 : i]}
		s.at = i + 1
		return token, ""
	}
	return sqlToken{}, "a quote in its SQL is not closed"
}

// plain reads a quoted name, or what stands in brackets, of plain characters.
func (s *sqlText) plain(end, kind byte) (token sqlToken, why string) {
	for i := s.at + 1; i < len(s.text); i++ {
		c := s.text[i]
		switch {
		case c == end:
			token = sqlToken{kind, s.text[s.at+1 : i]}
			s.at = i + 1
			return token, ""
		case !sqlWordByte(c) && strings.IndexByte(" .,:", c) < 0:
			return sqlToken{}, "a name in its SQL holds an odd character"
		}
	}
	return sqlToken{}, "a name in its SQL is not closed"
}

func sqlWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// sqlTexts says why one of the SQL texts of a call does more than read, or "".
func (r *Reading) sqlTexts(options string, operands int, dialect sqlDialect) string {
	n := 0
	one := func(text string, known bool) string {
		n++
		if !known {
			return "its SQL is not known"
		}
		if text != "" && (text[0] == '.' || text[0] == '\\') {
			return clientCommand(text, dialect)
		}
		return sqlReads(text, dialect)
	}
	for _, o := range r.Options {
		if !has(options, o.Name) {
			continue
		}
		if o.Value == nil {
			return "its SQL is not known"
		}
		if why := one(o.Value.Text()); why != "" {
			return why
		}
	}
	for i := operands; i < len(r.Operands); i++ {
		if why := one(r.Operands[i].Value.Text()); why != "" {
			return why
		}
	}
	if n == 0 {
		return "it reads its SQL from elsewhere"
	}
	return ""
}

// clientCommand says why a command of the client itself, whose name begins with a dot
// or a backslash, does more than print, or "".
func clientCommand(text string, dialect sqlDialect) string {
	name, args, _ := strings.Cut(text[1:], " ")
	for _, c := range []byte(args) {
		if !sqlWordByte(c) && strings.IndexByte(" .*%-", c) < 0 {
			return "the command " + name + " of the client is not known to print only"
		}
	}
	switch {
	case text[0] == '.' && (dialect == sqlite || dialect == duckdb):
		if has("tables schema databases indexes indices dump fullschema show help stats version dbinfo", name) {
			return ""
		}
	case text[0] == '\\' && dialect == postgres:
		name = strings.TrimRight(name, "+S")
		if has("d dt di dv dm ds dn df du dg dp dx dD dT db dc dC dd dE dF dl dL do dO dRp dRs drds dy l z sv sf conninfo", name) {
			return ""
		}
	}
	return "the command " + name + " of the client is not known to print only"
}

func sqliteReads(r *Reading) string {
	if given(r, "-version --version -help --help") {
		return ""
	}
	return r.sqlTexts("", 1, sqlite)
}

func duckdbReads(r *Reading) string {
	if given(r, "-version --version -help --help") {
		return ""
	}
	if len(r.Operands) > 0 {
		file, ok := r.Operands[0].Value.Text()
		if !ok || strings.Contains(file, ":") && file != ":memory:" {
			return "the database " + r.Operands[0].Value.Display() + " may not be on this machine"
		}
	}
	return r.sqlTexts("-c -s", 1, duckdb)
}

func psqlReads(r *Reading) string {
	if given(r, "-V --version -? --help") {
		return ""
	}
	for _, o := range r.Options {
		if has("-P --pset", o.Name) && (o.Value == nil || !o.Value.Is("pager=off") && !o.Value.Is("format=unaligned") && !o.Value.Is("border=0")) {
			return "with " + o.Name + " it may run a pager"
		}
	}
	if given(r, "-l --list") && !given(r, "-c --command") {
		return ""
	}
	return r.sqlTexts("-c --command", len(r.Operands), postgres)
}

func mysqlReads(r *Reading) string {
	if given(r, "-V --version -? --help") {
		return ""
	}
	for i := range r.Inv.Args {
		if text, _ := r.Inv.Args[i].Value.Text(); len(text) > 2 && strings.HasPrefix(text, "-p") {
			return "a password stands in its words"
		}
	}
	return r.sqlTexts("-e --execute", len(r.Operands), mysql)
}

func sqlcmdReads(r *Reading) string {
	if given(r, "-? --help --version -h") && len(r.Operands) == 0 {
		return ""
	}
	if r.Use.Names == "query" {
		return r.sqlTexts("-q --query -t --text", 0, mssql)
	}
	return r.sqlTexts("-Q", len(r.Operands), mssql)
}
