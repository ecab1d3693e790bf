package stdlib

// This file defines the String methods of Annex B that wrap text in HTML elements.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineStringHTML(p *vm.Object) {
	for _, h := range [...]struct{ method, element, attribute string }{
		{"anchor", "a", "name"}, {"big", "big", ""}, {"blink", "blink", ""}, {"bold", "b", ""}, {"fixed", "tt", ""},
		{"fontcolor", "font", "color"}, {"fontsize", "font", "size"}, {"italics", "i", ""}, {"link", "a", "href"},
		{"small", "small", ""}, {"strike", "strike", ""}, {"sub", "sub", ""}, {"sup", "sup", ""},
	} {
		length := 0
		if h.attribute != "" {
			length = 1
		}
		l.Method(p, h.method, length, func(c *vm.Call) (vm.Value, error) {
			return createHTML(c, h.method, h.element, h.attribute)
		})
	}
}

// createHTML is CreateHTML(this, element, attribute, value).
func createHTML(c *vm.Call, method, element, attribute string) (vm.Value, error) {
	s, err := thisText(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	b := vm.NewStringBuilder(c.VM)
	open := vm.ASCIIStr("<" + element)
	parts := []vm.Str{open}
	if attribute != "" {
		v, err := c.VM.ToStr(c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		v, err = replaceEach(c.VM, v, vm.ASCIIStr(`"`), vm.ASCIIStr("&quot;"))
		if err != nil {
			return vm.Undefined, err
		}
		parts = append(parts, vm.ASCIIStr(" "+attribute+`="`), v, vm.ASCIIStr(`"`))
	}
	for _, p := range append(parts, vm.ASCIIStr(">"), s, vm.ASCIIStr("</"+element+">")) {
		if err := b.Write(p); err != nil {
			return vm.Undefined, err
		}
	}
	return b.Value(), nil
}
