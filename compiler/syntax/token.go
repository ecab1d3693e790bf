package syntax

// This file defines the tokens, the table of keywords and the tables of operators.

// token is the kind of a lexical token. The order matters: everything from
// tIdent on is an IdentifierName, what comes from tBreak on is always reserved.
type token uint8

const (
	tEOF token = iota
	tLBrace
	tRBrace
	tLParen
	tRParen
	tLBracket
	tRBracket
	tDot
	tEllipsis
	tSemi
	tComma
	tQuestion
	tQuestionDot
	tColon
	tArrow
	tAt
	tTilde
	tNot
	tIncr
	tDecr

	tAssign
	tAddAssign
	tSubAssign
	tMulAssign
	tDivAssign
	tModAssign
	tExpAssign
	tShlAssign
	tShrAssign
	tUshrAssign
	tAndAssign
	tOrAssign
	tXorAssign
	tLogAndAssign
	tLogOrAssign
	tNullishAssign

	tNullish
	tLogOr
	tLogAnd
	tBitOr
	tBitXor
	tBitAnd
	tEq
	tNe
	tStrictEq
	tStrictNe
	tLT
	tLE
	tGT
	tGE
	tShl
	tShr
	tUshr
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
	tStarStar

	tNumber
	tBigInt
	tString
	tTemplate // the opening backtick; the parser asks for the pieces
	tPrivateName

	tIdent
	// Words with a meaning in some places; identifiers elsewhere.
	tAbstract
	tAccessor
	tAs
	tAsserts
	tAsync
	tDeclare
	tGet
	tGlobal
	tInfer
	tIs
	tKeyof
	tModule
	tNamespace
	tOf
	tOut
	tOverride
	tReadonly
	tSatisfies
	tSet
	tType
	tUnique
	tUsing
	// Reserved in strict mode.
	tImplements
	tInterface
	tLet
	tPackage
	tPrivate
	tProtected
	tPublic
	tStatic
	tYield
	// Reserved in async functions.
	tAwait
	// Reserved.
	tBreak
	tCase
	tCatch
	tClass
	tConst
	tContinue
	tDebugger
	tDefault
	tDelete
	tDo
	tElse
	tEnum
	tExport
	tExtends
	tFalse
	tFinally
	tFor
	tFunction
	tIf
	tImport
	tIn
	tInstanceof
	tNew
	tNull
	tReturn
	tSuper
	tSwitch
	tThis
	tThrow
	tTrue
	tTry
	tTypeof
	tVar
	tVoid
	tWhile
	tWith
	tEscapedKeyword // a reserved word written with an escape: a property name only
)

// isName reports whether the token is an IdentifierName.
func (t token) isName() bool { return t >= tIdent }

// isPlainName reports whether the token is an identifier in every context.
func (t token) isPlainName() bool { return t >= tIdent && t < tImplements }

var keywordList = [...]struct {
	text string
	tok  token
}{
	{"abstract", tAbstract}, {"accessor", tAccessor}, {"as", tAs}, {"asserts", tAsserts},
	{"async", tAsync}, {"declare", tDeclare}, {"get", tGet}, {"global", tGlobal}, {"infer", tInfer},
	{"is", tIs}, {"keyof", tKeyof}, {"module", tModule}, {"namespace", tNamespace}, {"of", tOf},
	{"out", tOut}, {"override", tOverride}, {"readonly", tReadonly}, {"satisfies", tSatisfies},
	{"set", tSet}, {"type", tType}, {"unique", tUnique}, {"using", tUsing},
	{"implements", tImplements}, {"interface", tInterface}, {"let", tLet}, {"package", tPackage},
	{"private", tPrivate}, {"protected", tProtected}, {"public", tPublic}, {"static", tStatic},
	{"yield", tYield}, {"await", tAwait},
	{"break", tBreak}, {"case", tCase}, {"catch", tCatch}, {"class", tClass}, {"const", tConst},
	{"continue", tContinue}, {"debugger", tDebugger}, {"default", tDefault}, {"delete", tDelete},
	{"do", tDo}, {"else", tElse}, {"enum", tEnum}, {"export", tExport}, {"extends", tExtends},
	{"false", tFalse}, {"finally", tFinally}, {"for", tFor}, {"function", tFunction}, {"if", tIf},
	{"import", tImport}, {"in", tIn}, {"instanceof", tInstanceof}, {"new", tNew}, {"null", tNull},
	{"return", tReturn}, {"super", tSuper}, {"switch", tSwitch}, {"this", tThis}, {"throw", tThrow},
	{"true", tTrue}, {"try", tTry}, {"typeof", tTypeof}, {"var", tVar}, {"void", tVoid},
	{"while", tWhile}, {"with", tWith},
}

// keywordSlots is a hash table without collisions: a word is a keyword exactly
// when it equals the text in its slot. A test checks that no two words share one.
var keywordSlots = func() (slots [512]struct {
	text string
	tok  token
}) {
	for _, k := range keywordList {
		slots[keywordHash(k.text)] = k
	}
	return slots
}()

// keywordHash needs at least two bytes. The multipliers were found by search.
func keywordHash(s string) uint {
	return (uint(s[0])*473 + uint(s[1])*329 + uint(s[len(s)-1])*52 + uint(len(s))) % 512
}

// keywordLengths has for each first byte the lengths of its keywords as bits: it
// turns most other words away before any hashing.
var keywordLengths = func() (lengths [256]uint16) {
	for _, k := range keywordList {
		lengths[k.text[0]] |= 1 << len(k.text)
	}
	return lengths
}()

// keyword returns the token of an identifier without escapes, which is not empty.
func keyword(s string) token {
	if len(s) > 10 || keywordLengths[s[0]]>>uint(len(s))&1 == 0 {
		return tIdent
	}
	if k := &keywordSlots[keywordHash(s)]; k.text == s {
		return k.tok
	}
	return tIdent
}

// precedence of binary operators, 0 for other tokens. as and satisfies, which
// are names, are treated by the parser with precRelational.
const (
	precNullish = iota + 1
	precOr
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEquality
	precRelational
	precShift
	precAdd
	precMul
	precExp
)

var precedence = [256]uint8{
	tNullish: precNullish, tLogOr: precOr, tLogAnd: precAnd,
	tBitOr: precBitOr, tBitXor: precBitXor, tBitAnd: precBitAnd,
	tEq: precEquality, tNe: precEquality, tStrictEq: precEquality, tStrictNe: precEquality,
	tLT: precRelational, tLE: precRelational, tGT: precRelational, tGE: precRelational,
	tIn: precRelational, tInstanceof: precRelational, tAs: precRelational, tSatisfies: precRelational,
	tShl: precShift, tShr: precShift, tUshr: precShift,
	tPlus: precAdd, tMinus: precAdd,
	tStar: precMul, tSlash: precMul, tPercent: precMul,
	tStarStar: precExp,
}

var binaryOps = [256]BinaryOp{
	tBitOr: OpBitOr, tBitXor: OpBitXor, tBitAnd: OpBitAnd,
	tEq: OpEq, tNe: OpNe, tStrictEq: OpStrictEq, tStrictNe: OpStrictNe,
	tLT: OpLt, tLE: OpLe, tGT: OpGt, tGE: OpGe, tIn: OpIn, tInstanceof: OpInstanceof,
	tShl: OpShl, tShr: OpShr, tUshr: OpUshr, tPlus: OpAdd, tMinus: OpSub,
	tStar: OpMul, tSlash: OpDiv, tPercent: OpMod, tStarStar: OpExp,

	tAddAssign: OpAdd, tSubAssign: OpSub, tMulAssign: OpMul, tDivAssign: OpDiv,
	tModAssign: OpMod, tExpAssign: OpExp, tShlAssign: OpShl, tShrAssign: OpShr,
	tUshrAssign: OpUshr, tAndAssign: OpBitAnd, tOrAssign: OpBitOr, tXorAssign: OpBitXor,
}

// tokenText is the text of the tokens that the parser asks for by kind.
var tokenText = [256]string{
	tLBrace: "{", tRBrace: "}", tLParen: "(", tRParen: ")", tLBracket: "[", tRBracket: "]",
	tSemi: ";", tComma: ",", tColon: ":", tArrow: "=>", tAssign: "=", tGT: ">", tLT: "<",
	tWhile: "while", tIn: "in", tOf: "of", tQuestion: "?",
}
