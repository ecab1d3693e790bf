package tools

import (
	"encoding/json"
	"reflect"
)

type contract struct {
	text     json.RawMessage
	enforced bool
}

func (c *contract) copyTo(d *contract) { d.text, d.enforced = c.text, c.enforced }

func (t *Tool) reflect(in, out reflect.Type) {
	t.decode = func(x *Exchange, c *contract, text []byte) (any, error) {
		v := reflect.New(in)
		if err := json.Unmarshal(text, v.Interface()); err != nil {
			return nil, inputProblem("%v", err)
		}
		return v.Elem().Interface(), nil
	}
	t.encode = encodeRaw
}

func (t *Tool) prepare(compile func(string) (Pattern, error)) error { return t.broken }

func encodeRaw(x *Exchange, result any) ([]byte, error) {
	if raw, ok := result.(json.RawMessage); ok {
		return checkText(raw), nil
	}
	text, err := json.Marshal(result)
	if err != nil {
		return nil, &OutputError{Reason: err.Error(), Cause: err}
	}
	return text, nil
}

func checkText(text []byte) []byte {
	if len(text) == 0 {
		return nil
	}
	return text
}
