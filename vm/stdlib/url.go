package stdlib

// This file defines URL of the URL Standard. Its URLSearchParams are in urlsearchparams.go.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/weburl"
)

// urlRecord is the data of URL objects. The URLSearchParams of a URL are made when they are asked for; after a change of
// theirs the query of the URL is brought up to date when the URL is looked at.
type urlRecord struct {
	url    *weburl.URL
	params *vm.Object // nil until asked for
	form   *searchParams
	stale  bool // the query is older than form
}

// current returns the URL with the query that its URLSearchParams have.
func (u *urlRecord) current() *weburl.URL {
	if u.stale {
		u.stale = false
		u.url.SetQuery(u.form.plainText())
	}
	return u.url
}

// JSONString implements vm.JSONStringer.
func (u *urlRecord) JSONString() (string, bool) { return u.current().Href(), true }

// Trace implements vm.Tracer.
func (u *urlRecord) Trace(mark func(vm.Value)) int {
	if u.params != nil {
		mark(vm.ObjectValue(u.params))
	}
	return 200 + u.url.Length()
}

// urlParts are the attributes of URL. set is nil for those that are read only; the ones with query set can change the
// query.
var urlParts = [...]struct {
	name  string
	get   func(u *weburl.URL) string
	set   func(u *weburl.URL, value string)
	query bool
}{
	{"href", (*weburl.URL).Href, nil, true},
	{"origin", (*weburl.URL).Origin, nil, false},
	{"protocol", (*weburl.URL).Protocol, (*weburl.URL).SetProtocol, false},
	{"username", (*weburl.URL).Username, (*weburl.URL).SetUsername, false},
	{"password", (*weburl.URL).Password, (*weburl.URL).SetPassword, false},
	{"host", (*weburl.URL).Host, (*weburl.URL).SetHost, false},
	{"hostname", (*weburl.URL).Hostname, (*weburl.URL).SetHostname, false},
	{"port", (*weburl.URL).Port, (*weburl.URL).SetPort, false},
	{"pathname", (*weburl.URL).Pathname, (*weburl.URL).SetPathname, false},
	{"search", (*weburl.URL).Search, (*weburl.URL).SetSearch, true},
	{"hash", (*weburl.URL).Hash, (*weburl.URL).SetHash, false},
}

func (l *library) defineURL() {
	p := l.Realm.URLPrototype
	k := l.Constructor("URL", 1, urlConstructor, p, nil)
	l.webMethod(k, "canParse", 1, func(c *vm.Call) (vm.Value, error) {
		a, err := urlArguments(c)
		return vm.Bool(a.url != nil), err
	})
	l.webMethod(k, "parse", 1, func(c *vm.Call) (vm.Value, error) {
		a, err := urlArguments(c)
		if err != nil || a.url == nil {
			return vm.Null, err
		}
		return vm.ObjectValue(newURL(c.VM, c.VM.Realm().URLPrototype, a.url)), nil
	})
	for _, part := range urlParts {
		set := urlHrefSetter
		switch {
		case part.set != nil:
			set = func(c *vm.Call) (vm.Value, error) { return urlSet(c, part.name, part.set, part.query) }
		case !part.query:
			set = nil
		}
		l.Accessor(p, l.Key(part.name), func(c *vm.Call) (vm.Value, error) { return urlGet(c, part.name, part.get) }, set, webFlags)
	}
	l.Accessor(p, l.Key("searchParams"), urlSearchParams, nil, webFlags)
	for _, name := range [...]string{"toString", "toJSON"} {
		l.webMethod(p, name, 0, func(c *vm.Call) (vm.Value, error) { return urlGet(c, name, (*weburl.URL).Href) })
	}
	l.Tag(p, "URL")
	l.inspect(vm.ClassURL, func(m *vm.VM, o *vm.Object) (vm.Str, error) {
		return m.StrFrom(o.Data().(*urlRecord).current().Href())
	})
}

// webFlags are the attributes of the accessors that web interfaces define.
const webFlags = vm.FlagEnumerable | vm.FlagConfigurable

// webMethod defines a method with the attributes that web interfaces give theirs: unlike those of the language, they are
// enumerable.
func (l *library) webMethod(o *vm.Object, name string, length int, fn vm.NativeFunc) *vm.Object {
	f := l.Func(name, length, fn)
	l.Prop(o, l.Key(name), vm.ObjectValue(f), vm.FlagsData)
	return f
}

func newURL(m *vm.VM, proto *vm.Object, u *weburl.URL) *vm.Object {
	return m.NewObjectOf(vm.ClassURL, proto, &urlRecord{url: u})
}

// parsedURL is the outcome of parsing the arguments of the constructor. url is nil if they are not a URL.
type parsedURL struct {
	url     *weburl.URL
	input   vm.Str
	hasBase bool
	badBase bool
}

// urlArguments converts and parses (url, base).
func urlArguments(c *vm.Call) (parsedURL, error) {
	m := c.VM
	var p parsedURL
	if len(c.Args) == 0 {
		return p, m.ThrowType("A URL is needed: the \"url\" argument must be specified")
	}
	var err error
	if p.input, err = m.ToStr(c.Args[0]); err != nil {
		return p, err
	}
	var base *weburl.URL
	if p.hasBase = !c.Arg(1).IsUndefined(); p.hasBase {
		s, err := m.ToStr(c.Arg(1))
		if err != nil {
			return p, err
		}
		if base, err = parseURL(m, s, nil); base == nil {
			p.badBase = true
			return p, err
		}
	}
	p.url, err = parseURL(m, p.input, base)
	return p, err
}

// maxURL is the length beyond which text is no URL. Parsing one is not interrupted and takes up to 10 ns a character.
const maxURL = weburl.MaxLength / 2

// urlText charges for the parsing of a text and returns it as Go text; ok is false if it is too long for a URL.
func urlText(m *vm.VM, s vm.Str) (text string, ok bool, err error) {
	if s.Len() > maxURL {
		return "", false, nil
	}
	if err := m.Alloc(256 + 3*s.Len()); err != nil {
		return "", false, err
	}
	return s.String(), true, m.Charge(64 + 3*s.Len())
}

// parseURL parses a text. The URL is nil when it is not valid.
func parseURL(m *vm.VM, s vm.Str, base *weburl.URL) (*weburl.URL, error) {
	text, ok, err := urlText(m, s)
	if err != nil || !ok {
		return nil, err
	}
	u, invalid := weburl.Parse(text, base)
	if invalid != nil {
		return nil, nil
	}
	return u, nil
}

func urlConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.Undefined, m.ThrowType("Class constructor URL cannot be invoked without 'new'")
	}
	a, err := urlArguments(c)
	if err != nil {
		return vm.Undefined, err
	}
	if a.url == nil {
		return vm.Undefined, invalidURL(m, a)
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().URLPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(newURL(m, proto, a.url)), nil
}

// invalidURL is the error of text that is no URL, with the properties that Node gives it.
func invalidURL(m *vm.VM, a parsedURL) error {
	text := m.Describe(a.input.Value())
	why := ""
	switch {
	case a.badBase:
		why = ": the base is not an absolute URL"
	case a.input.Len() > maxURL:
		why = ": the text is too long"
	case !a.hasBase && !hasScheme(a.input):
		why = ": without a scheme such as https: it is relative, and needs a base URL as the second argument"
	}
	err := m.ThrowType("Invalid URL %s%s", text, why)
	t, ok := err.(*vm.Thrown)
	if !ok {
		return err
	}
	o := t.Value.Object()
	if e := m.DefineOrThrow(o, m.Key("code"), vm.DataProperty(vm.ASCII("ERR_INVALID_URL"), vm.FlagsData)); e != nil {
		return e
	}
	if e := m.DefineOrThrow(o, m.Key("input"), vm.DataProperty(a.input.Value(), vm.FlagsData)); e != nil {
		return e
	}
	return err
}

// hasScheme reports whether a text looks as if it begins with a scheme.
func hasScheme(s vm.Str) bool {
	for i := range min(s.Len(), 32) {
		switch c := s.At(i); {
		case c == ':':
			return i > 0
		case c == '/' || c == '?' || c == '#':
			return false
		}
	}
	return false
}

// thisURL returns the data of the receiver, which must be a URL.
func thisURL(c *vm.Call, name string) (*urlRecord, error) {
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassURL {
		if u, ok := o.Data().(*urlRecord); ok {
			return u, nil
		}
	}
	return nil, incompatible(c.VM, "URL.prototype."+name, c.This)
}

// refresh brings the query of a URL up to date.
func (u *urlRecord) refresh(m *vm.VM) error {
	if !u.stale {
		return nil
	}
	if err := m.Alloc(u.form.length); err != nil {
		return err
	}
	if err := m.Charge(1 + u.form.length>>1); err != nil {
		return err
	}
	u.current()
	return nil
}

func urlGet(c *vm.Call, name string, get func(u *weburl.URL) string) (vm.Value, error) {
	u, err := thisURL(c, name)
	if err != nil {
		return vm.Undefined, err
	}
	if err := u.refresh(c.VM); err != nil {
		return vm.Undefined, err
	}
	n := u.url.Length()
	if err := c.VM.Alloc(n); err != nil {
		return vm.Undefined, err
	}
	if err := c.VM.Charge(1 + n>>5); err != nil {
		return vm.Undefined, err
	}
	return vm.String(get(u.url)), nil
}

// urlSet is a setter. Values that do not fit are ignored, as the standard says.
func urlSet(c *vm.Call, name string, set func(u *weburl.URL, value string), query bool) (vm.Value, error) {
	u, err := thisURL(c, name)
	if err != nil {
		return vm.Undefined, err
	}
	s, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	text, ok, err := urlText(c.VM, s)
	if err != nil || !ok {
		return vm.Undefined, err
	}
	if err := u.refresh(c.VM); err != nil {
		return vm.Undefined, err
	}
	if err := c.VM.Charge(1 + u.url.Length()>>5); err != nil {
		return vm.Undefined, err
	}
	set(u.url, text)
	if !query {
		return vm.Undefined, nil
	}
	return vm.Undefined, u.reparse(c.VM)
}

// reparse gives the URLSearchParams the pairs of a query that has changed.
func (u *urlRecord) reparse(m *vm.VM) error {
	u.stale = false
	if u.form == nil {
		return nil
	}
	return u.form.replace(m, vm.StrOf(u.url.Query()))
}

func urlHrefSetter(c *vm.Call) (vm.Value, error) {
	u, err := thisURL(c, "href")
	if err != nil {
		return vm.Undefined, err
	}
	s, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	parsed, err := parseURL(c.VM, s, nil)
	if err != nil {
		return vm.Undefined, err
	}
	if parsed == nil {
		return vm.Undefined, invalidURL(c.VM, parsedURL{input: s, hasBase: true})
	}
	u.url = parsed
	return vm.Undefined, u.reparse(c.VM)
}

// urlSearchParams is the getter searchParams: the same object every time.
func urlSearchParams(c *vm.Call) (vm.Value, error) {
	u, err := thisURL(c, "searchParams")
	if err != nil {
		return vm.Undefined, err
	}
	if u.params == nil {
		form := &searchParams{url: u, owner: c.This.Object()}
		if err := form.replace(c.VM, vm.StrOf(u.url.Query())); err != nil {
			return vm.Undefined, err
		}
		u.form, u.params = form, c.VM.NewObjectOf(vm.ClassURLSearchParams, c.VM.Realm().URLSearchParamsPrototype, form)
	}
	return vm.ObjectValue(u.params), nil
}
