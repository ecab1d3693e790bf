package syntax

// This file defines the nodes of functions, classes and statements.

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
	MemberStaticBlock // Static is set
)

// Member is an element of a class body.
type Member struct {
	Span
	Kind   MemberKind
	Static bool
	Key    PropertyKey // unset for MemberStaticBlock
	// Fn is the function of a method or accessor; for a static block a function
	// with FuncStaticBlock; for a field with a value a function with FuncField, nil
	// without a value. Its this is the instance or the class.
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
