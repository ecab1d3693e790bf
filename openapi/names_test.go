// This file holds the tests of selection and naming.

package openapi

import (
	"fmt"
	"strings"
	"testing"
)

func TestToolNames(t *testing.T) {
	for _, c := range []struct{ id, path, want string }{
		{`"v2.session.get"`, "", "v2.session.get"},
		{`"get user/by-id!"`, "", "get_user_by_id"},
		{`"__1list__"`, "", "_1list"},
		{`"group..other"`, "", "group.operation.other"},
		{`"!!!"`, "", "operation"},
		{`"constructor"`, "", "constructor_2"},
		{`"a.__proto__.b"`, "", "a.proto.b"},
		{`"$codemode"`, "", "$codemode"},
		{`"häll-o"`, "", "h_ll_o"},
		{`""`, "", "getTest"},
		{`5`, "", "getTest"},
		{"", "/organizations/{organizationId}/users/{id}", "getOrganizationsByOrganizationidUsersById"},
		{"", "/api/v2.1/foo-bar_baz/{user_id}", "getApiV21FooBarBazByUserId"},
		{"", "/", "get"},
		{"", "/files/{name}.json", "getFilesNameJson"},
	} {
		op := ""
		if c.id != "" {
			op = `"operationId":` + c.id
		}
		r := generate(t, spec{operation: op, path: c.path}.document(), spec{}.options())
		names, _ := list(r.Tools)
		check(t, c.id+c.path, strings.Join(names, " "), c.want)
	}
}

func TestDescriptions(t *testing.T) {
	for _, c := range []struct{ op, want string }{
		{`"description":"Full\ntext","summary":"Short"`, "Full\ntext"},
		{`"summary":"Short"`, "Short"},
		{``, "GET /test"},
	} {
		tool := only(t, generate(t, spec{operation: c.op}.document(), spec{}.options()))
		check(t, c.op, tool.Description(), c.want)
	}
	tool := only(t, generate(t, spec{operation: `"deprecated":true`}.document(), spec{}.options()))
	if !tool.Deprecated() {
		t.Error("the deprecated operation is not marked")
	}
}

func TestMethods(t *testing.T) {
	for _, m := range []string{"put", "post", "delete", "options", "head", "patch", "trace"} {
		names, _ := list(generate(t, spec{method: m}.document(), spec{}.options()).Tools)
		check(t, m, strings.Join(names, " "), m+"Test")
	}
	for _, m := range []string{"x-custom", "GET", "parameters"} {
		r := generate(t, spec{method: m}.document(), spec{}.options())
		if names, _ := list(r.Tools); len(names)+len(r.Skipped)+r.Operations != 0 {
			t.Errorf("%s: tools %v, skipped %v", m, names, r.Skipped)
		}
	}
}

func TestNameCollisions(t *testing.T) {
	for _, c := range []struct{ ops, want string }{
		{"/a:group.item /b:group.item /c:group.item", "group.item group_item_2 group_item_3"},
		{"/a:x /b:x", "x x_2"},
		{"/a:session.context /b:session.context.entry.put", "session.context session.contextEntry.put"},
		{"/a:a /b:a.b", "a aB"},
		{"/a:a /ab:aB /b:a.b", "a aB a_b_2"},
		{"/a:a.b /b:a", "a.b a_2"},
		{"/a:Item /b:item", "Item item"},
		{"/a:a-b /b:a_b /c:a~b", "a_b a_b_2 a_b_3"},
		{"/a:!x /b:x", "x"},
	} {
		var paths []string
		for op := range strings.FieldsSeq(c.ops) {
			path, id, _ := strings.Cut(op, ":")
			responses := `{"200":{"description":"OK"}}`
			if strings.HasPrefix(id, "!") { // skipped: it reserves no name
				responses = `{"200":{"content":{"text/event-stream":{}}}}`
			}
			paths = append(paths, fmt.Sprintf(`%q:{"get":{"operationId":%q,"responses":%s}}`, path, strings.TrimPrefix(id, "!"), responses))
		}
		r := generate(t, []byte(`{"openapi":"3.1.0","paths":{`+strings.Join(paths, ",")+`}}`), spec{}.options())
		names, _ := list(r.Tools)
		check(t, c.ops, strings.Join(names, " "), c.want)
	}
}

func TestShapelessDocuments(t *testing.T) {
	for _, doc := range []string{
		`{}`, `{"openapi":"3.1.0"}`, `{"openapi":"3.1.0","paths":[]}`, `{"openapi":"3.1.0","paths":{"/a":5}}`,
		`{"openapi":"3.1.0","paths":{"/a":{"get":true}}}`,
		`{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/components/pathItems/A"}},"components":{"pathItems":{"A":{"get":{}}}}}`,
	} {
		r := generate(t, []byte(doc), spec{}.options())
		if names, _ := list(r.Tools); len(names)+len(r.Skipped) != 0 {
			t.Errorf("%s: tools %v, skipped %v", doc, names, r.Skipped)
		}
	}
	for _, doc := range []string{``, ` `, `[]`, `{`, `{"a":1}x`, "a: [", "\xff", `5`, "- a"} {
		if _, err := FromSpec([]byte(doc), Options{}); err == nil {
			t.Errorf("%q was accepted", doc)
		}
	}
}

func TestFilters(t *testing.T) {
	doc := []byte(`{"openapi":"3.1.0","paths":{
		"/pets":{"get":{"operationId":"listPets","tags":["pets"]},"post":{"operationId":"addPet","tags":["pets","write"]}},
		"/pets/{id}":{"get":{"operationId":"getPet","tags":["pets"]},"head":{"operationId":"hasPet"},"delete":{"operationId":"dropPet"}},
		"/stores/a/b":{"get":{"operationId":"stores.list"}}}}`)
	for _, c := range []struct {
		name string
		opts Options
		want string
	}{
		{"all", Options{}, "listPets addPet getPet hasPet dropPet stores.list"},
		{"read-only", Options{ReadOnly: true}, "listPets getPet hasPet stores.list"},
		{"tag", Options{Include: Filter{Tags: []string{"write"}}}, "addPet"},
		{"two kinds", Options{Include: Filter{Tags: []string{"pets"}, Methods: []string{"get"}}}, "listPets getPet"},
		{"path", Options{Include: Filter{Paths: []string{"/pets"}}}, "listPets addPet"},
		{"one level", Options{Include: Filter{Paths: []string{"/pets/*", "/stores/*"}}}, "getPet hasPet dropPet"},
		{"all levels", Options{Include: Filter{Paths: []string{"/stores/**"}}}, "stores.list"},
		{"ids", Options{Include: Filter{OperationIDs: []string{"*Pet"}}}, "addPet getPet hasPet dropPet"},
		{"exclude", Options{Exclude: Filter{Methods: []string{"DELETE"}, Tags: []string{"write"}}}, "listPets getPet hasPet stores.list"},
		{"both", Options{Include: Filter{Tags: []string{"pets"}}, Exclude: Filter{OperationIDs: []string{"add**"}}}, "listPets getPet"},
	} {
		c.opts.BaseURL = "http://api.test"
		r := generate(t, doc, c.opts)
		names, _ := list(r.Tools)
		check(t, c.name, strings.Join(names, " "), c.want)
		if len(r.Skipped) != 0 || r.Operations != len(names) {
			t.Errorf("%s: %d operations, skipped %v", c.name, r.Operations, r.Skipped)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "a", true}, {"*", "", true}, {"*", "abc", true}, {"*", "a/b", false}, {"**", "a/b", true},
		{"a*c", "abbc", true}, {"a*c", "abb", false}, {"/x/**/z", "/x/y/y/z", true}, {"*a*a*a*", strings.Repeat("a", 50) + "b", true},
		{strings.Repeat("*a", 60) + "b", strings.Repeat("a", 5000), false},
	} {
		if got := glob(c.pattern, c.text); got != c.want {
			t.Errorf("glob(%.20q, %.20q) = %v", c.pattern, c.text, got)
		}
	}
}
