package syntax

// This file defines the syntax tree. Nodes are concrete structs behind small
// interfaces; a walk is a type switch on pointers.
//
// Conventions:
//   - Start and End are byte offsets into Program.Source, End exclusive.
//     Parentheses around an expression are not part of it and have no node.
//   - Strings that come from the program (names, literals, template text) are
//     WTF-8: UTF-8 in which a lone surrogate is encoded as its own three bytes.
//   - Types, interfaces, overloads, declare statements and everything else that
//     TypeScript erases leave no trace.
//   - The height of the tree never exceeds a constant (see maxHeight), so
//     recursive walks are safe.

// Span is the source range of a node.
type Span struct{ Start, End int32 }

// Range returns the source range; embedding Span makes a struct a Node.
func (s Span) Range() Span { return s }

// Node is anything with a place in the source.
type Node interface{ Range() Span }

// Expr is an expression.
type Expr interface {
	Node
	isExpr()
}

// Stmt is a statement or declaration.
type Stmt interface {
	Node
	isStmt()
}

// Target is what can be bound or assigned to. In declarations, parameters and
// catch clauses it is *Ident, *ArrayPattern or *ObjectPattern. In assignments,
// updates (only the simple ones) and for-in/of heads without a declaration it may
// also be *Dot, *Index, *PrivateDot, *SuperDot or *SuperIndex.
type Target interface {
	Node
	isTarget()
}

// ---- Leaves ----

type (
	// Ident is an identifier: a reference when it stands as an Expr, a binding
	// or an assignment when it stands as a Target.
	Ident struct {
		Span
		// Paren: written in parentheses. An anonymous function assigned to a
		// parenthesised name does not take that name.
		Paren bool
		// Ref is free for passes after the parser; the parser leaves it 0.
		Ref  int32
		Name string
	}

	// NumberLit is a numeric literal.
	NumberLit struct {
		Span
		Value float64
	}

	// BigIntLit is a BigInt literal. Text is what big.Int.SetString(Text, 0)
	// reads: decimal digits or 0x/0o/0b digits, without separators and n.
	BigIntLit struct {
		Span
		Text string
	}

	// StringLit is a string literal.
	StringLit struct {
		Span
		Value string
	}

	// BoolLit is true or false.
	BoolLit struct {
		Span
		Value bool
	}

	// NullLit is null.
	NullLit struct{ Span }

	// RegExpLit is a regular expression literal. Pattern and Flags are source text.
	RegExpLit struct {
		Span
		Pattern, Flags string
	}

	// ThisExpr is this.
	ThisExpr struct{ Span }

	// NewTarget is new.target.
	NewTarget struct{ Span }
)

// ---- Literals with parts ----

type (
	// TemplateElement is the text between two substitutions. Raw has its line
	// terminators normalised to \n. HasCooked is false when the text holds an
	// invalid escape, which only a tagged template may.
	TemplateElement struct {
		Span
		Cooked, Raw string
		HasCooked   bool
	}

	// TemplateLit is a template; len(Quasis) == len(Exprs)+1.
	TemplateLit struct {
		Span
		Quasis []TemplateElement
		Exprs  []Expr
	}

	// TaggedTemplate is tag`...`. A member expression as Tag is the this value
	// of the call, as in Call.
	TaggedTemplate struct {
		Span
		Tag   Expr
		Quasi *TemplateLit
	}

	// ArrayLit is an array literal. A nil element is a hole; *Spread elements are allowed.
	ArrayLit struct {
		Span
		Paren bool // parser's own: written in parentheses
		Elems []Expr
	}

	// ObjectLit is an object literal.
	ObjectLit struct {
		Span
		Paren bool // parser's own: written in parentheses
		Props []Property
	}

	// Property is one entry of an object literal.
	Property struct {
		Span
		Kind  PropertyKind
		Key   PropertyKey // unset for PropSpread
		Value Expr        // *Function for methods and accessors, the operand for PropSpread
	}

	// Spread is ...X in array literals and arguments.
	Spread struct {
		Span
		X Expr
	}
)

// PropertyKind says what a Property is.
type PropertyKind uint8

const (
	PropInit      PropertyKind = iota // key: value
	PropShorthand                     // name; Value is the *Ident
	PropMethod                        // name() {}
	PropGet                           // get name() {}
	PropSet                           // set name(v) {}
	PropSpread                        // ...value
)

// PropertyKey is the name of a property, method or field.
type PropertyKey struct {
	Span
	Kind KeyKind
	// Name is the property name as a string for all kinds but KeyComputed;
	// numeric keys are in the form Number::toString gives. For KeyPrivate it is
	// the name without #.
	Name string
	Expr Expr // KeyComputed only
}

// KeyKind says how a property key is written.
type KeyKind uint8

const (
	KeyName     KeyKind = iota // identifier name
	KeyString                  // "text"
	KeyNumber                  // 1, 0x10, 1n
	KeyComputed                // [expr]
	KeyPrivate                 // #name, in classes only
)

// ---- Operators ----

type (
	// Unary is a prefix operator.
	Unary struct {
		Span
		Op UnaryOp
		X  Expr
	}

	// Update is ++ or --. X is *Ident or a member expression.
	Update struct {
		Span
		Op     BinaryOp // OpAdd or OpSub
		Prefix bool
		X      Target
	}

	// Binary is a binary operator without short circuit. OpPos is the offset of
	// the operator. For `#name in object` X is a *PrivateName.
	Binary struct {
		Span
		Op    BinaryOp
		OpPos int32
		X, Y  Expr
	}

	// Logical is &&, || or ??.
	Logical struct {
		Span
		Op   LogicalOp
		X, Y Expr
	}

	// Conditional is Test ? Then : Else.
	Conditional struct {
		Span
		Test, Then, Else Expr
	}

	// Assign is target = value, or a compound assignment. Patterns occur as
	// Target only with AssignPlain.
	Assign struct {
		Span
		Kind   AssignKind
		Paren  bool      // parser's own: written in parentheses
		Op     BinaryOp  // AssignBinary only
		Logic  LogicalOp // AssignLogical only
		Target Target
		Value  Expr
	}

	// Sequence is a, b, c: at least two expressions.
	Sequence struct {
		Span
		Exprs []Expr
	}

	// Await is await X.
	Await struct {
		Span
		X Expr
	}

	// Yield is yield X or yield* X. X may be nil without Delegate.
	Yield struct {
		Span
		Delegate bool
		X        Expr
	}
)

// AssignKind tells the three forms of assignment apart.
type AssignKind uint8

const (
	AssignPlain   AssignKind = iota // =
	AssignBinary                    // += and the like; Op is the operator
	AssignLogical                   // &&= ||= ??=; Logic is the operator
)

// UnaryOp is a prefix operator.
type UnaryOp uint8

const (
	OpNeg    UnaryOp = iota // -
	OpPlus                  // +
	OpNot                   // !
	OpBitNot                // ~
	OpTypeof                // typeof
	OpVoid                  // void
	OpDelete                // delete
)

// BinaryOp is a binary operator.
type BinaryOp uint8

const (
	OpAdd BinaryOp = iota
	OpSub
	OpMul
	OpDiv
	OpMod
	OpExp
	OpBitAnd
	OpBitOr
	OpBitXor
	OpShl
	OpShr
	OpUshr
	OpEq
	OpNe
	OpStrictEq
	OpStrictNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpIn
	OpInstanceof
)

// LogicalOp is a short-circuit operator.
type LogicalOp uint8

const (
	OpAnd     LogicalOp = iota // &&
	OpOr                       // ||
	OpNullish                  // ??
)

// ---- Members and calls ----

type (
	// Dot is Object.Name. NamePos is the offset of the name. Optional: written
	// ?. and inside an OptChain.
	Dot struct {
		Span
		NamePos  int32
		Optional bool
		Object   Expr
		Name     string
	}

	// Index is Object[Key].
	Index struct {
		Span
		Optional bool
		Object   Expr
		Key      Expr
	}

	// PrivateDot is Object.#Name; Name has no #.
	PrivateDot struct {
		Span
		NamePos  int32
		Optional bool
		Object   Expr
		Name     string
	}

	// PrivateName is #Name as the left operand of in, nowhere else.
	PrivateName struct {
		Span
		Name string
	}

	// SuperDot is super.Name.
	SuperDot struct {
		Span
		NamePos int32
		Name    string
	}

	// SuperIndex is super[Key].
	SuperIndex struct {
		Span
		Key Expr
	}

	// SuperCall is super(Args...).
	SuperCall struct {
		Span
		Args []Expr
	}

	// Call is Callee(Args...). When Callee is a member expression (or an
	// OptChain whose last link is one, for `(a?.b)()`), its object is the this
	// value of the call. ArgsPos is the offset of the opening parenthesis.
	Call struct {
		Span
		ArgsPos  int32
		Optional bool
		Callee   Expr
		Args     []Expr
	}

	// New is new Callee(Args...).
	New struct {
		Span
		Callee Expr
		Args   []Expr
	}

	// OptChain is the whole of an optional chain. At least one link (Dot, Index,
	// PrivateDot or Call) reached from X through Object and Callee, without
	// passing another OptChain, is Optional; when its object is null or
	// undefined the value of the whole OptChain is undefined.
	OptChain struct {
		Span
		X Expr
	}
)

// ---- Patterns ----

type (
	// ArrayPattern destructures an iterable.
	ArrayPattern struct {
		Span
		Elems []PatternElem // Target nil = hole
		Rest  Target        // nil without ...rest
	}

	// PatternElem is a target with an optional default.
	PatternElem struct {
		Span
		Target  Target
		Default Expr // nil without default
	}

	// ObjectPattern destructures an object.
	ObjectPattern struct {
		Span
		Props []PatternProp
		Rest  Target // nil without ...rest
	}

	// PatternProp is key: target = default. A shorthand has KeyName and an *Ident of
	// the same name as target.
	PatternProp struct {
		Span
		Key     PropertyKey
		Target  Target
		Default Expr
	}
)

func (*Ident) isExpr()          {}
func (*NumberLit) isExpr()      {}
func (*BigIntLit) isExpr()      {}
func (*StringLit) isExpr()      {}
func (*BoolLit) isExpr()        {}
func (*NullLit) isExpr()        {}
func (*RegExpLit) isExpr()      {}
func (*ThisExpr) isExpr()       {}
func (*NewTarget) isExpr()      {}
func (*TemplateLit) isExpr()    {}
func (*TaggedTemplate) isExpr() {}
func (*ArrayLit) isExpr()       {}
func (*ObjectLit) isExpr()      {}
func (*Spread) isExpr()         {}
func (*Unary) isExpr()          {}
func (*Update) isExpr()         {}
func (*Binary) isExpr()         {}
func (*Logical) isExpr()        {}
func (*Conditional) isExpr()    {}
func (*Assign) isExpr()         {}
func (*Sequence) isExpr()       {}
func (*Await) isExpr()          {}
func (*Yield) isExpr()          {}
func (*Dot) isExpr()            {}
func (*Index) isExpr()          {}
func (*PrivateDot) isExpr()     {}
func (*PrivateName) isExpr()    {}
func (*SuperDot) isExpr()       {}
func (*SuperIndex) isExpr()     {}
func (*SuperCall) isExpr()      {}
func (*Call) isExpr()           {}
func (*New) isExpr()            {}
func (*OptChain) isExpr()       {}
func (*Function) isExpr()       {}
func (*Class) isExpr()          {}

func (*Ident) isTarget()         {}
func (*Dot) isTarget()           {}
func (*Index) isTarget()         {}
func (*PrivateDot) isTarget()    {}
func (*SuperDot) isTarget()      {}
func (*SuperIndex) isTarget()    {}
func (*ArrayPattern) isTarget()  {}
func (*ObjectPattern) isTarget() {}
