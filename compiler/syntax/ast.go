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

// ---- Functions and classes ----

// FuncFlags describes a Function.
type FuncFlags uint32

const (
	FuncAsync FuncFlags = 1 << iota
	FuncGenerator
	FuncArrow
	FuncMethod      // method, accessor or constructor: may use super.x, is not a constructor unless FuncConstructor
	FuncGetter      // with FuncMethod
	FuncSetter      // with FuncMethod
	FuncConstructor // constructor of a class, with FuncMethod
	FuncDerived     // constructor of a class with extends
	FuncStaticBlock // body of a static block (see Member)
	FuncField       // initialiser of a field (see Member): ExprBody is the value
	FuncMain        // the program itself
	FuncExpression  // function expression: a Name is bound inside only

	// FuncSimpleParams: no default, no rest, no pattern.
	FuncSimpleParams
	// The next five say what the body or the parameters of the function mention.
	// For an arrow function they concern the function around it and are set on
	// that one as well, and so on outwards to the first that is not an arrow.
	FuncUsesThis      // this (super() and super.x included)
	FuncUsesArguments // arguments
	FuncUsesSuper     // super.x or super[x]
	FuncUsesSuperCall // super()
	FuncUsesNewTarget // new.target
	// FuncHasAwait: an await or for await of its own (not of an inner function).
	FuncHasAwait
	// FuncHasYield: a yield of its own.
	FuncHasYield
	// FuncHasInner: some function or class is created inside.
	FuncHasInner
)

// Function is every kind of function: declaration (inside FuncDecl), expression,
// arrow, method, accessor, constructor, and the code of fields, static blocks
// and the program. It is an Expr where it stands as one.
type Function struct {
	Span  // Span.Start..End is the text for Function.prototype.toString
	Flags FuncFlags
	Name  *Ident // declarations and named expressions; nil otherwise
	// Params in order; only the last can be a rest parameter.
	Params []Param
	// Body is the list of statements; ExprBody instead is set for an arrow
	// without braces and for FuncField.
	Body     []Stmt
	ExprBody Expr
	// BodySpan covers the body with its braces.
	BodySpan Span
	// Vars are the names declared by var anywhere in the body (not in inner
	// functions) and by function declarations at its top level, each once, in
	// order of first appearance. A parameter redeclared by var is included.
	Vars []string
	// Lexical: let, const, class, enum or namespace at the top level of the body.
	Lexical bool
}

// Param is a parameter.
type Param struct {
	Span
	Target  Target
	Default Expr // nil without default
	Rest    bool
	// Property marks a TypeScript parameter property (public x, readonly x ...)
	// of a constructor: Target is an *Ident and this.x = x runs at the start of the
	// body, after super() in a derived class.
	Property bool
}

// Class is a class declaration (inside ClassDecl) or expression.
type Class struct {
	Span
	Name    *Ident // nil when anonymous
	Extends Expr   // nil without heritage
	// Constructor is nil when the class has none.
	Constructor *Function
	// Members in order of appearance, without the constructor.
	Members []Member
	// PrivateNames are the names the body declares, without #, each once.
	PrivateNames []string
}

// MemberKind says what a Member is.
type MemberKind uint8

const (
	MemberMethod MemberKind = iota
	MemberGetter
	MemberSetter
	MemberField
	MemberAccessor    // accessor x = 1: a getter and a setter over a hidden field
	MemberStaticBlock // Static is set
)

// Member is an element of a class body.
type Member struct {
	Span
	Kind   MemberKind
	Static bool
	Key    PropertyKey // unset for MemberStaticBlock
	// Fn is the function of a method or accessor; for a static block a function
	// with FuncStaticBlock; for a field or accessor field with a value a function
	// with FuncField, nil without a value. Its this is the instance or the class.
	Fn *Function
}

// ---- Statements ----

type (
	// VarDecl is var, let or const.
	VarDecl struct {
		Span
		Kind  VarKind
		Decls []Declarator
	}

	// Declarator is one target of a VarDecl.
	Declarator struct {
		Span
		Target Target
		Init   Expr // nil without initialiser
	}

	// FuncDecl is a function declaration. In a block it is scoped to the block.
	FuncDecl struct {
		Span
		Fn *Function
	}

	// ClassDecl is a class declaration.
	ClassDecl struct {
		Span
		Class *Class
	}

	// ExprStmt is an expression statement.
	ExprStmt struct {
		Span
		X Expr
	}

	// Block is { ... }. Lexical: it declares let, const, class, function, enum or
	// namespace directly.
	Block struct {
		Span
		Lexical bool
		Body    []Stmt
	}

	// Empty is a lone semicolon, or a statement of types only.
	Empty struct{ Span }

	// If is if/else.
	If struct {
		Span
		Test Expr
		Then Stmt
		Else Stmt // nil without else
	}

	// For is for (Init; Test; Update). Init is nil, *VarDecl or *ExprStmt.
	For struct {
		Span
		Init         Stmt
		Test, Update Expr
		Body         Stmt
	}

	// ForIn is for (... in Object).
	ForIn struct {
		Span
		Left   ForBinding
		Object Expr
		Body   Stmt
	}

	// ForOf is for (... of Iterable), with Await for await.
	ForOf struct {
		Span
		Await    bool
		Left     ForBinding
		Iterable Expr
		Body     Stmt
	}

	// ForBinding is the left side of for-in and for-of: a declaration, or with
	// Declared false an assignment target.
	ForBinding struct {
		Span
		Declared bool
		Kind     VarKind
		Target   Target
	}

	// While is while (Test) Body.
	While struct {
		Span
		Test Expr
		Body Stmt
	}

	// DoWhile is do Body while (Test).
	DoWhile struct {
		Span
		Body Stmt
		Test Expr
	}

	// Switch is a switch; all cases share one scope. Lexical as in Block.
	Switch struct {
		Span
		Lexical bool
		Disc    Expr
		Cases   []Case
	}

	// Case is case Test: or, with a nil Test, default:.
	Case struct {
		Span
		Test Expr
		Body []Stmt
	}

	// Return is return; X may be nil.
	Return struct {
		Span
		X Expr
	}

	// Throw is throw.
	Throw struct {
		Span
		X Expr
	}

	// Try is try. At least one of Catch and Finally is set.
	Try struct {
		Span
		Block   *Block
		Catch   *Catch
		Finally *Block
	}

	// Catch is a catch clause. Param is nil in `catch {`.
	Catch struct {
		Span
		Param Target
		Body  *Block
	}

	// Break is break; Label is "" without label.
	Break struct {
		Span
		Label string
	}

	// Continue is continue; Label is "" without label.
	Continue struct {
		Span
		Label string
	}

	// Labeled is Label: Body.
	Labeled struct {
		Span
		Label string
		Body  Stmt
	}

	// Debugger is debugger.
	Debugger struct{ Span }
)

// VarKind is the keyword of a VarDecl.
type VarKind uint8

const (
	Var VarKind = iota
	Let
	Const
)

// ---- TypeScript with a meaning at run time ----

type (
	// EnumDecl is enum or const enum. Merges: an enum, namespace, function or
	// class of the same name was declared before in the same scope, whose object
	// this declaration extends.
	EnumDecl struct {
		Span
		Merges  bool
		Name    *Ident
		Members []EnumMember
	}

	// EnumMember is a member of an enum. Inside Init the names of members of the
	// same enum can be used like variables.
	EnumMember struct {
		Span
		Key  string
		Init Expr // nil: one more than the member before
	}

	// NamespaceDecl is namespace Name { ... } that holds more than types. A.B {}
	// is a namespace A whose body is Export{NamespaceDecl B}.
	NamespaceDecl struct {
		Span
		Merges bool // as in EnumDecl
		Name   *Ident
		// Fn is the body as a function of no parameters: var scope, Vars and flags.
		Fn *Function
		// Exports are the exported names, each once, in order.
		Exports []string
	}

	// Export is an exported declaration, directly in the body of a namespace:
	// Decl is *VarDecl, *FuncDecl, *ClassDecl, *EnumDecl or *NamespaceDecl.
	// Exported variables live on the namespace object: references to them,
	// assignments included, are properties of it.
	Export struct {
		Span
		Decl Stmt
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

func (*VarDecl) isStmt()       {}
func (*FuncDecl) isStmt()      {}
func (*ClassDecl) isStmt()     {}
func (*ExprStmt) isStmt()      {}
func (*Block) isStmt()         {}
func (*Empty) isStmt()         {}
func (*If) isStmt()            {}
func (*For) isStmt()           {}
func (*ForIn) isStmt()         {}
func (*ForOf) isStmt()         {}
func (*While) isStmt()         {}
func (*DoWhile) isStmt()       {}
func (*Switch) isStmt()        {}
func (*Return) isStmt()        {}
func (*Throw) isStmt()         {}
func (*Try) isStmt()           {}
func (*Break) isStmt()         {}
func (*Continue) isStmt()      {}
func (*Labeled) isStmt()       {}
func (*Debugger) isStmt()      {}
func (*EnumDecl) isStmt()      {}
func (*NamespaceDecl) isStmt() {}
func (*Export) isStmt()        {}
