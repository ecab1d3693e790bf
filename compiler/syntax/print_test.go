package syntax

// This file prints trees for the tests, as S-expressions.

import (
	"fmt"
	"strconv"
	"strings"
)

type printer struct{ strings.Builder }

// printBody prints the statements of a program, one after the other.
func printBody(prog *Program) string {
	var p printer
	for i, s := range prog.Main.Body {
		if i > 0 {
			p.WriteByte(' ')
		}
		p.stmt(s)
	}
	return p.String()
}

var unaryNames = map[UnaryOp]string{OpNeg: "-", OpPlus: "+", OpNot: "!", OpBitNot: "~", OpTypeof: "typeof", OpVoid: "void", OpDelete: "delete"}
var binaryNames = map[BinaryOp]string{OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "/", OpMod: "%", OpExp: "**", OpBitAnd: "&", OpBitOr: "|", OpBitXor: "^", OpShl: "<<", OpShr: ">>", OpUshr: ">>>", OpEq: "==", OpNe: "!=", OpStrictEq: "===", OpStrictNe: "!==", OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=", OpIn: "in", OpInstanceof: "instanceof"}
var logicalNames = map[LogicalOp]string{OpAnd: "&&", OpOr: "||", OpNullish: "??"}

func (p *printer) list(head string, parts ...any) {
	p.WriteByte('(')
	p.WriteString(head)
	for _, part := range parts {
		p.WriteByte(' ')
		p.any(part)
	}
	p.WriteByte(')')
}

func (p *printer) any(v any) {
	switch v := v.(type) {
	case string:
		p.WriteString(v)
	case Expr:
		p.expr(v)
	case Target:
		p.expr(v)
	case Stmt:
		p.stmt(v)
	case []Stmt:
		p.WriteByte('[')
		for i, s := range v {
			if i > 0 {
				p.WriteByte(' ')
			}
			p.stmt(s)
		}
		p.WriteByte(']')
	case []Expr:
		p.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				p.WriteByte(' ')
			}
			p.expr(e)
		}
		p.WriteByte(']')
	case nil:
		p.WriteByte('_')
	default:
		fmt.Fprint(p, v)
	}
}

func opt(optional bool) string {
	if optional {
		return "?."
	}
	return "."
}

func (p *printer) expr(n any) {
	switch n := n.(type) {
	case nil:
		p.WriteByte('_')
	case *Ident:
		p.WriteString(n.Name)
	case *NumberLit:
		p.WriteString(strconv.FormatFloat(n.Value, 'g', -1, 64))
	case *BigIntLit:
		p.WriteString(n.Text + "n")
	case *StringLit:
		p.WriteString(strconv.Quote(n.Value))
	case *BoolLit:
		fmt.Fprint(p, n.Value)
	case *NullLit:
		p.WriteString("null")
	case *RegExpLit:
		p.WriteString("/" + n.Pattern + "/" + n.Flags)
	case *ThisExpr:
		p.WriteString("this")
	case *NewTarget:
		p.WriteString("new.target")
	case *TemplateLit:
		p.WriteString("(template")
		for i, q := range n.Quasis {
			if i > 0 {
				p.WriteByte(' ')
				p.expr(n.Exprs[i-1])
			}
			if q.HasCooked {
				p.WriteString(" " + strconv.Quote(q.Cooked))
			} else {
				p.WriteString(" raw" + strconv.Quote(q.Raw))
			}
		}
		p.WriteByte(')')
	case *TaggedTemplate:
		p.list("tag", n.Tag, n.Quasi)
	case *ArrayLit:
		p.list("array", n.Elems)
	case *ObjectLit:
		p.WriteString("{")
		for i := range n.Props {
			q := &n.Props[i]
			if i > 0 {
				p.WriteString(", ")
			}
			p.WriteString([]string{"", "short ", "method ", "get ", "set ", "..."}[q.Kind])
			if q.Kind != PropSpread {
				p.key(q.Key)
				p.WriteString(":")
			}
			p.expr(q.Value)
		}
		p.WriteString("}")
	case *Spread:
		p.WriteString("...")
		p.expr(n.X)
	case *Unary:
		p.list(unaryNames[n.Op], n.X)
	case *Update:
		name := binaryNames[n.Op] + binaryNames[n.Op]
		if n.Prefix {
			p.list(name+"x", n.X)
		} else {
			p.list("x"+name, n.X)
		}
	case *Binary:
		p.list(binaryNames[n.Op], n.X, n.Y)
	case *Logical:
		p.list(logicalNames[n.Op], n.X, n.Y)
	case *Conditional:
		p.list("?", n.Test, n.Then, n.Else)
	case *Assign:
		switch n.Kind {
		case AssignPlain:
			p.list("=", n.Target, n.Value)
		case AssignBinary:
			p.list(binaryNames[n.Op]+"=", n.Target, n.Value)
		case AssignLogical:
			p.list(logicalNames[n.Logic]+"=", n.Target, n.Value)
		}
	case *Sequence:
		p.list(",", n.Exprs)
	case *Await:
		p.list("await", n.X)
	case *Yield:
		if n.Delegate {
			p.list("yield*", n.X)
		} else {
			p.list("yield", n.X)
		}
	case *Dot:
		p.list(opt(n.Optional), n.Object, n.Name)
	case *PrivateDot:
		p.list(opt(n.Optional)+"#", n.Object, n.Name)
	case *Index:
		p.list(opt(n.Optional)+"[]", n.Object, n.Key)
	case *PrivateName:
		p.WriteString("#" + n.Name)
	case *SuperDot:
		p.list("super.", n.Name)
	case *SuperIndex:
		p.list("super[]", n.Key)
	case *SuperCall:
		p.list("super()", n.Args)
	case *Call:
		name := "call"
		if n.Optional {
			name = "?.call"
		}
		p.list(name, n.Callee, n.Args)
	case *New:
		p.list("new", n.Callee, n.Args)
	case *OptChain:
		p.list("chain", n.X)
	case *Function:
		p.function(n)
	case *Class:
		p.class(n)
	case *ArrayPattern:
		p.WriteByte('[')
		for i := range n.Elems {
			if i > 0 {
				p.WriteByte(' ')
			}
			p.elem(n.Elems[i].Target, n.Elems[i].Default)
		}
		p.rest(n.Rest)
		p.WriteByte(']')
	case *ObjectPattern:
		p.WriteByte('{')
		for i := range n.Props {
			if i > 0 {
				p.WriteByte(' ')
			}
			p.key(n.Props[i].Key)
			p.WriteByte(':')
			p.elem(n.Props[i].Target, n.Props[i].Default)
		}
		p.rest(n.Rest)
		p.WriteByte('}')
	default:
		fmt.Fprintf(p, "<%T>", n)
	}
}

func (p *printer) rest(t Target) {
	if t != nil {
		p.WriteString(" ...")
		p.expr(t)
	}
}

func (p *printer) elem(t Target, def Expr) {
	if t == nil {
		p.WriteByte('_')
		return
	}
	p.expr(t)
	if def != nil {
		p.WriteByte('=')
		p.expr(def)
	}
}

func (p *printer) key(k PropertyKey) {
	switch k.Kind {
	case KeyComputed:
		p.WriteByte('[')
		p.expr(k.Expr)
		p.WriteByte(']')
	case KeyPrivate:
		p.WriteString("#" + k.Name)
	case KeyName:
		p.WriteString(k.Name)
	default:
		p.WriteString(strconv.Quote(k.Name))
	}
}

var flagNames = []struct {
	flag FuncFlags
	name string
}{
	{FuncAsync, "async"}, {FuncGenerator, "*"}, {FuncArrow, "=>"}, {FuncMethod, "method"}, {FuncGetter, "get"},
	{FuncSetter, "set"}, {FuncConstructor, "constructor"}, {FuncDerived, "derived"}, {FuncStaticBlock, "static"},
	{FuncField, "field"}, {FuncUsesThis, "this"}, {FuncUsesArguments, "arguments"}, {FuncUsesSuper, "super"},
	{FuncUsesSuperCall, "super()"}, {FuncUsesNewTarget, "new.target"}, {FuncHasAwait, "await"}, {FuncHasYield, "yield"},
	{FuncHasInner, "inner"},
}

// flags prints the flags of a function but FuncSimpleParams and FuncExpression.
func flags(f FuncFlags) string {
	var names []string
	for _, n := range flagNames {
		if f&n.flag != 0 {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, " ")
}

func (p *printer) function(fn *Function) {
	p.WriteString("(fn<" + flags(fn.Flags) + ">")
	if fn.Name != nil {
		p.WriteString(" " + fn.Name.Name)
	}
	p.WriteString(" (")
	for i := range fn.Params {
		if i > 0 {
			p.WriteByte(' ')
		}
		if fn.Params[i].Rest {
			p.WriteString("...")
		}
		if fn.Params[i].Property {
			p.WriteString("this.")
		}
		p.elem(fn.Params[i].Target, fn.Params[i].Default)
	}
	p.WriteString(") ")
	if fn.ExprBody != nil {
		p.expr(fn.ExprBody)
	} else {
		p.any(fn.Body)
	}
	p.WriteByte(')')
}

func (p *printer) class(c *Class) {
	p.WriteString("(class")
	if c.Name != nil {
		p.WriteString(" " + c.Name.Name)
	}
	if c.Extends != nil {
		p.WriteString(" extends ")
		p.expr(c.Extends)
	}
	if c.Constructor != nil {
		p.WriteByte(' ')
		p.function(c.Constructor)
	}
	for i := range c.Members {
		m := &c.Members[i]
		p.WriteByte(' ')
		if m.Static {
			p.WriteString("static ")
		}
		p.WriteString([]string{"method", "get", "set", "field", "block"}[m.Kind])
		if m.Kind != MemberStaticBlock {
			p.WriteByte(' ')
			p.key(m.Key)
		}
		if m.Fn != nil {
			p.WriteByte(' ')
			p.function(m.Fn)
		}
	}
	p.WriteByte(')')
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case nil:
		p.WriteByte('_')
	case *VarDecl:
		p.WriteString("(" + []string{"var", "let", "const"}[s.Kind])
		for _, d := range s.Decls {
			p.WriteByte(' ')
			p.elem(d.Target, d.Init)
		}
		p.WriteByte(')')
	case *FuncDecl:
		p.function(s.Fn)
	case *ClassDecl:
		p.class(s.Class)
	case *ExprStmt:
		p.expr(s.X)
	case *Block:
		p.list("block", s.Body)
	case *Empty:
		p.WriteString(";")
	case *If:
		p.list("if", s.Test, s.Then, s.Else)
	case *For:
		p.list("for", s.Init, s.Test, s.Update, s.Body)
	case *ForIn:
		p.list("for-in", p.binding(s.Left), s.Object, s.Body)
	case *ForOf:
		name := "for-of"
		if s.Await {
			name = "for-await"
		}
		p.list(name, p.binding(s.Left), s.Iterable, s.Body)
	case *While:
		p.list("while", s.Test, s.Body)
	case *DoWhile:
		p.list("do", s.Body, s.Test)
	case *Switch:
		p.WriteString("(switch ")
		p.expr(s.Disc)
		for _, c := range s.Cases {
			p.WriteByte(' ')
			p.list("case", c.Test, c.Body)
		}
		p.WriteByte(')')
	case *Return:
		p.list("return", s.X)
	case *Throw:
		p.list("throw", s.X)
	case *Try:
		p.WriteString("(try ")
		p.stmt(s.Block)
		if s.Catch != nil {
			p.WriteString(" (catch ")
			p.any(s.Catch.Param)
			p.WriteByte(' ')
			p.stmt(s.Catch.Body)
			p.WriteByte(')')
		}
		if s.Finally != nil {
			p.WriteByte(' ')
			p.stmt(s.Finally)
		}
		p.WriteByte(')')
	case *Break:
		p.list("break", s.Label)
	case *Continue:
		p.list("continue", s.Label)
	case *Labeled:
		p.list("label", s.Label, s.Body)
	case *Debugger:
		p.WriteString("debugger")
	case *EnumDecl:
		p.WriteString("(enum " + s.Name.Name)
		if s.Merges {
			p.WriteString(" merges")
		}
		for _, m := range s.Members {
			p.WriteString(" " + m.Key)
			if m.Init != nil {
				p.WriteByte('=')
				p.expr(m.Init)
			}
		}
		p.WriteByte(')')
	case *NamespaceDecl:
		p.WriteString("(namespace " + s.Name.Name)
		if s.Merges {
			p.WriteString(" merges")
		}
		fmt.Fprint(p, " ", s.Exports, " ")
		p.any(s.Fn.Body)
		p.WriteByte(')')
	case *Export:
		p.list("export", s.Decl)
	default:
		fmt.Fprintf(p, "<%T>", s)
	}
}

func (p *printer) binding(b ForBinding) string {
	var q printer
	if b.Declared {
		q.WriteString([]string{"var ", "let ", "const "}[b.Kind])
	}
	q.expr(b.Target)
	return q.String()
}
