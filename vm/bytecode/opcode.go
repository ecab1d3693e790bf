package bytecode

// This file defines the opcode table, the one list from which names, operand kinds, the disassembler and the
// verifier are derived.
//
// Notation of the semantics lines: R[x] is a register of the running frame, K[x] a constant of the function, N[x] a
// property site of the program (its name and its inline cache), F[x] a nested function, cell(v) the captured variable
// in a register, free[x] a captured variable of an enclosing function, pc the address of the next instruction.
// "jump d" is pc += d; a backward jump charges its length to the budget.
//
// An instruction reads all its operands before it writes a result, so operands and results may share registers:
// getmethod r3 r3 and objectlit r2 r2 are usual.

// Op is an operation code.
type Op uint8

// The operation codes. The first group is what loops consist of and is executed inside the fast loop.
const (
	OpNop Op = iota // nothing

	// Moves and constants.
	OpMove      // R[a] = R[b]
	OpLoadK     // R[a] = K[d]
	OpLoadInt   // R[a] = number d
	OpLoadUndef // R[a] = undefined
	OpLoadNull  // R[a] = null
	OpLoadTrue  // R[a] = true
	OpLoadFalse // R[a] = false
	OpLoadHole  // R[a] = the marker of an uninitialised binding or an array hole

	// Captured variables.
	OpNewCell      // R[a] = new cell holding R[b]
	OpGetCell      // R[a] = cell(R[b])
	OpSetCell      // cell(R[a]) = R[b]
	OpGetFree      // R[a] = free[d]
	OpSetFree      // free[d] = R[a]
	OpCheckInit    // if R[a] is the hole marker: throw ReferenceError naming K[d]; the name "this" means super() was not called
	OpCheckUnbound // if R[a] is not the hole marker: throw ReferenceError, super() was called twice
	OpGetCellChk   // R[a] = cell(R[b]); throw ReferenceError naming K[d] if it is the hole marker
	OpSetCellChk   // cell(R[a]) = R[b]; the same check of the old value
	OpGetFreeChk   // R[a] = free[d]; the same check, name from FreeNames[d]
	OpSetFreeChk   // free[d] = R[a]; the same check of the old value

	// Arithmetic. The i forms take the number d, the k forms the numeric constant K[d].
	OpAdd       // R[a] = R[b] + R[c]
	OpSub       // R[a] = R[b] - R[c]
	OpMul       // R[a] = R[b] * R[c]
	OpDiv       // R[a] = R[b] / R[c]
	OpMod       // R[a] = R[b] % R[c]
	OpExp       // R[a] = R[b] ** R[c]
	OpAddI      // R[a] = R[b] + d
	OpSubI      // R[a] = R[b] - d
	OpMulI      // R[a] = R[b] * d
	OpDivI      // R[a] = R[b] / d
	OpModI      // R[a] = R[b] % d, d > 0
	OpAddK      // R[a] = R[b] + K[d]
	OpSubK      // R[a] = R[b] - K[d]
	OpMulK      // R[a] = R[b] * K[d]
	OpDivK      // R[a] = R[b] / K[d]
	OpBitAnd    // R[a] = R[b] & R[c]
	OpBitOr     // R[a] = R[b] | R[c]
	OpBitXor    // R[a] = R[b] ^ R[c]
	OpShl       // R[a] = R[b] << R[c]
	OpShr       // R[a] = R[b] >> R[c]
	OpUshr      // R[a] = R[b] >>> R[c]
	OpAndI      // R[a] = R[b] & d
	OpOrI       // R[a] = R[b] | d
	OpXorI      // R[a] = R[b] ^ d
	OpShlI      // R[a] = R[b] << d, 0 <= d < 32
	OpShrI      // R[a] = R[b] >> d, 0 <= d < 32
	OpUshrI     // R[a] = R[b] >>> d, 0 <= d < 32
	OpNeg       // R[a] = -R[b]
	OpBitNot    // R[a] = ~R[b]
	OpPlus      // R[a] = ToNumber(R[b])
	OpToNumeric // R[a] = ToNumeric(R[b])
	OpInc       // R[a] = ToNumeric(R[b]) + 1
	OpDec       // R[a] = ToNumeric(R[b]) - 1
	OpNot       // R[a] = !ToBoolean(R[b])
	OpTypeof    // R[a] = typeof R[b]

	// Comparisons that produce a value.
	OpEq         // R[a] = R[b] == R[c]
	OpNe         // R[a] = R[b] != R[c]
	OpSeq        // R[a] = R[b] === R[c]
	OpSne        // R[a] = R[b] !== R[c]
	OpLt         // R[a] = R[b] < R[c]
	OpLe         // R[a] = R[b] <= R[c]
	OpGt         // R[a] = R[b] > R[c]
	OpGe         // R[a] = R[b] >= R[c]
	OpInstanceof // R[a] = R[b] instanceof R[c]
	OpIn         // R[a] = R[b] in R[c]

	// Jumps. The n forms jump when the comparison does not hold, which for NaN is not the opposite comparison. The i
	// forms compare with the immediate bc, the k forms with the constant K[bc].
	OpJump        // jump d
	OpJTrue       // if ToBoolean(R[a]): jump d
	OpJFalse      // if !ToBoolean(R[a]): jump d
	OpJNullish    // if R[a] is undefined or null: jump d
	OpJNotNullish // if R[a] is neither undefined nor null: jump d
	OpJUndef      // if R[a] is undefined: jump d
	OpJNotUndef   // if R[a] is not undefined: jump d
	OpJLt         // if R[a] < R[b]: jump d
	OpJNlt        // if !(R[a] < R[b]): jump d
	OpJLe         // if R[a] <= R[b]: jump d
	OpJNle        // if !(R[a] <= R[b]): jump d
	OpJGt         // if R[a] > R[b]: jump d
	OpJNgt        // if !(R[a] > R[b]): jump d
	OpJGe         // if R[a] >= R[b]: jump d
	OpJNge        // if !(R[a] >= R[b]): jump d
	OpJLtI        // if R[a] < bc: jump d
	OpJNltI       // if !(R[a] < bc): jump d
	OpJLeI        // if R[a] <= bc: jump d
	OpJNleI       // if !(R[a] <= bc): jump d
	OpJGtI        // if R[a] > bc: jump d
	OpJNgtI       // if !(R[a] > bc): jump d
	OpJGeI        // if R[a] >= bc: jump d
	OpJNgeI       // if !(R[a] >= bc): jump d
	OpJSeq        // if R[a] === R[b]: jump d
	OpJSne        // if R[a] !== R[b]: jump d
	OpJSeqI       // if R[a] === bc: jump d
	OpJSneI       // if R[a] !== bc: jump d
	OpJSeqK       // if R[a] === K[bc]: jump d; bc >= 0
	OpJSneK       // if R[a] !== K[bc]: jump d; bc >= 0
	OpJEq         // if R[a] == R[b]: jump d
	OpJNe         // if R[a] != R[b]: jump d
	OpForLt       // R[a] = ToNumeric(R[a]) + 1; if R[a] < R[b]: jump d
	OpForLtK      // R[a] = ToNumeric(R[a]) + 1; if R[a] < K[bc]: jump d; bc >= 0

	// Properties.
	OpGetProp       // R[a] = R[b].N[d]
	OpSetProp       // R[a].N[d] = R[b]
	OpGetLength     // R[a] = R[b].length, N[d] is "length"
	OpGetElem       // R[a] = R[b][R[c]]
	OpSetElem       // R[a][R[b]] = R[c]
	OpGetElemI      // R[a] = R[b][d], d >= 0
	OpGetElemRef    // R[a] = R[b][R[c]]; R[a+1] = ToPropertyKey(R[c]), numbers stay numbers; the read half of R[b][R[c]] += x
	OpGetMethod     // R[a] = R[b].N[d]; R[a+1] = R[b]
	OpGetMethodElem // R[a] = R[b][R[c]]; R[a+1] = R[b]
	OpGetGlobal     // R[a] = global N[d]; throw ReferenceError if there is none
	OpTypeofGlobal  // R[a] = typeof global N[d]
	OpSetGlobal     // throw: N[d] is not declared, or is a built-in that cannot be assigned
	OpDelProp       // R[a] = delete R[b].N[d]
	OpDelElem       // R[a] = delete R[b][R[c]]

	// Calls. The callee's window starts at R[a+1]: this, then the arguments R[a+2] and up. The result goes to R[a].
	OpCall            // R[a] = R[a](R[a+2 .. a+2+b)), this = undefined
	OpCallMethod      // R[a] = R[a](R[a+2 .. a+2+b)), this = R[a+1]
	OpCallSpread      // R[a] = R[a](...R[a+2]), this = R[a+1]; R[a+2] is an array made by the compiler
	OpNew             // R[a] = new R[a](R[a+2 .. a+2+b))
	OpNewSpread       // R[a] = new R[a](...R[a+2])
	OpSuperCall       // R[a] = construct(R[a].[[GetPrototypeOf]](), R[a+2 .. a+2+b), new.target = R[a+1])
	OpSuperCallSpread // the same with the arguments in the array R[a+2]
	OpReturn          // return R[a]; when constructing with a base constructor and R[a] is no object: return R[0]
	OpReturnUndef     // return undefined, likewise
	OpReturnDerived   // end of a derived constructor: return R[a] if it is an object; TypeError if it is neither object nor undefined; else R[b], ReferenceError if that is the hole marker
	OpClosure         // R[a] = new closure of F[d]
	OpLoadCallee      // R[a] = the running function
	OpLoadNewTarget   // R[a] = new.target

	// Objects and arrays.
	OpNewObject   // R[a] = {}
	OpObjectLit   // R[a] = {keys of N[d]: R[b .. b+c)}; all keys are distinct, plain and not integer-like
	OpInitProp    // define own data property N[d] of R[a] as R[b]
	OpInitElem    // define own data property R[b] (a property key) of R[a] as R[c]
	OpDefMethod   // define method R[c] with key R[b] on R[a]; d: bits 0-1 kind (0 method, 1 getter, 2 setter), bit 2 enumerable; sets name and home object
	OpSetHome     // home object of the function R[a] = R[b]
	OpSetFnName   // if R[a] is an anonymous function: name it after the property key R[b]
	OpCopyProps   // copy the own enumerable properties of R[b] to R[a] (spread)
	OpRestObject  // R[a] = the own enumerable properties of R[b] without the keys R[c .. c+d)
	OpNewArray    // R[a] = [R[b .. b+c)]
	OpArrayPush   // append R[b] to the array R[a]; the hole marker appends a hole
	OpArraySpread // append every value of the iterable R[b] to the array R[a]
	OpRegExp      // R[a] = new RegExp(K[d], K[d+1])
	OpTemplate    // R[a] = the template object of Templates[d] of the function

	// Classes.
	OpNewClass    // R[a] = constructor closure of F[d], R[a+1] = its prototype; heritage R[b], the hole marker for none
	OpSetFields   // the field initialiser of class R[a] = function R[b]
	OpInitFields  // run the field initialiser of the class R[b] on the object R[a]
	OpPrivateName // R[a] = new private name described by K[d]
	OpGetPrivate  // R[a] = R[b].#R[c]
	OpSetPrivate  // R[a].#R[b] = R[c]
	OpDefPrivate  // add private element #R[b] to R[a] with value R[c]; d: 0 field, 1 method, 2 getter, 3 setter
	OpInPrivate   // R[a] = #R[b] in R[c]
	OpLoadHome    // R[a] = the home object of the running function
	OpGetSuperOf  // R[a] = R[b].[[GetPrototypeOf]]()[R[c]], this = R[a]; R[b] is a home object
	OpSetSuperOf  // R[b].[[GetPrototypeOf]]()[R[c]] = R[c+1], this = R[a]

	// Strings and conversions.
	OpConcat      // R[a] = ToString(R[b]) + ... + ToString(R[b+c-1])
	OpToString    // R[a] = ToString(R[b])
	OpToKey       // R[a] = ToPropertyKey(R[b])
	OpToObjectChk // throw TypeError if R[a] is undefined or null; destructuring, described by K[d] (the source text) if d >= 0

	// Iteration. An iterator record takes three registers: iterator, next method, state. The VM keeps a number in the second one when it
	// iterates over an array by index.
	OpGetIter        // R[a .. a+3) = iterator record of R[b]
	OpGetAsyncIter   // R[a .. a+3) = async iterator record of R[b]
	OpGetIterObj     // R[a .. a+3) = iterator record of R[b] that holds the real iterator and its next method, never an index (yield*)
	OpIterLoop       // R[b] = next value of the record R[a]; jump d; when exhausted or failed: mark the record as done, no jump
	OpIterStep       // R[b] = next value of the record R[a], undefined when exhausted (destructuring); when exhausted or failed: mark the record as done
	OpIterRest       // R[b] = array of the remaining values of the record R[a]; marks it as done
	OpIterClose      // close the record R[a] after a normal or return completion, nothing if it is done
	OpIterCloseThrow // close the record R[a] after a throw: errors of the closing are dropped
	OpAsyncIterNext  // R[b] = R[a+1].call(R[a]): the promise of the next result of the async record R[a]
	OpIterResult     // jump d when R[b].done, else R[a] = R[b].value; TypeError if R[b] is no object
	OpAsyncIterClose // R[b] = the result of R[a].return(), to be awaited; jump d when there is no return method or the record is done
	OpForIn          // R[a .. a+2) = enumerator over the enumerable keys of R[b]
	OpForInLoop      // R[b] = next key of the enumerator R[a]; jump d; no jump when exhausted
	OpIterObjChk     // if R[a] is no object: throw TypeError, it is not an iterator result

	// Variables of functions that have more of them than registers. A slot can hold everything a register can.
	OpNewSlots // R[a] = d slots, undefined
	OpGetSlot  // R[a] = slot d of R[b]
	OpSetSlot  // slot d of R[a] = R[b]

	// Suspension.
	OpAwait         // R[a] = await R[b]
	OpInitialYield  // end of a generator's prologue: return the generator object to the caller
	OpYield         // R[a] = yield R[b]; resumed by throw: throw; resumed by return: R[a] = the value, jump d
	OpYieldDelegate // yield R[b] as the iterator result itself; on resumption R[a] = the received value, R[a+1] = 0 next, 1 throw, 2 return
	OpAsyncGenYield // in an async generator: yield the already awaited R[b]; resumption as OpYield

	// Failures.
	OpThrow      // throw R[a]
	OpThrowError // throw a new error: a = 0 TypeError, 1 ReferenceError, 2 SyntaxError, 3 RangeError; message K[d]
	OpThrowConst // throw TypeError: assignment to the constant K[d]

	opCount
)

// Kind says what an operand field means; the verifier checks it and the disassembler prints it.
type Kind uint8

// The operand kinds.
const (
	None     Kind = iota
	Reg           // a register that is read
	Dst           // a register that is written
	Count         // a number of registers
	Const         // an index of Constants
	OptConst      // an index of Constants, or -1
	Imm           // an immediate number
	Target        // a jump distance
	SiteOf        // an index of Program.Sites
	Func          // an index of Functions
	Free          // an index of Captures
	Tmpl          // an index of Templates
	ImmBC         // b and c hold a 16-bit immediate
	ConstBC       // b and c hold a constant index

	numKinds
)

// Info describes one opcode: its mnemonic and what its four fields mean. Span is the number of registers from R[a] (or
// from R[b] for the iterator and list operations, see the verifier) that the operation touches beyond the named ones.
type Info struct {
	Name       string
	A, B, C, D Kind
	SpanA      uint8 // registers R[a .. a+SpanA) are touched; 0 stands for 1
}

// Ops is the opcode table.
var Ops = [opCount]Info{
	OpNop:             {Name: "nop"},
	OpMove:            {Name: "move", A: Dst, B: Reg},
	OpLoadK:           {Name: "loadk", A: Dst, D: Const},
	OpLoadInt:         {Name: "loadint", A: Dst, D: Imm},
	OpLoadUndef:       {Name: "loadundef", A: Dst},
	OpLoadNull:        {Name: "loadnull", A: Dst},
	OpLoadTrue:        {Name: "loadtrue", A: Dst},
	OpLoadFalse:       {Name: "loadfalse", A: Dst},
	OpLoadHole:        {Name: "loadhole", A: Dst},
	OpNewCell:         {Name: "newcell", A: Dst, B: Reg},
	OpGetCell:         {Name: "getcell", A: Dst, B: Reg},
	OpSetCell:         {Name: "setcell", A: Reg, B: Reg},
	OpGetFree:         {Name: "getfree", A: Dst, D: Free},
	OpSetFree:         {Name: "setfree", A: Reg, D: Free},
	OpCheckInit:       {Name: "checkinit", A: Reg, D: Const},
	OpCheckUnbound:    {Name: "checkunbound", A: Reg},
	OpGetCellChk:      {Name: "getcellchk", A: Dst, B: Reg, D: Const},
	OpSetCellChk:      {Name: "setcellchk", A: Reg, B: Reg, D: Const},
	OpGetFreeChk:      {Name: "getfreechk", A: Dst, D: Free},
	OpSetFreeChk:      {Name: "setfreechk", A: Reg, D: Free},
	OpAdd:             {Name: "add", A: Dst, B: Reg, C: Reg},
	OpSub:             {Name: "sub", A: Dst, B: Reg, C: Reg},
	OpMul:             {Name: "mul", A: Dst, B: Reg, C: Reg},
	OpDiv:             {Name: "div", A: Dst, B: Reg, C: Reg},
	OpMod:             {Name: "mod", A: Dst, B: Reg, C: Reg},
	OpExp:             {Name: "exp", A: Dst, B: Reg, C: Reg},
	OpAddI:            {Name: "addi", A: Dst, B: Reg, D: Imm},
	OpSubI:            {Name: "subi", A: Dst, B: Reg, D: Imm},
	OpMulI:            {Name: "muli", A: Dst, B: Reg, D: Imm},
	OpDivI:            {Name: "divi", A: Dst, B: Reg, D: Imm},
	OpModI:            {Name: "modi", A: Dst, B: Reg, D: Imm},
	OpAddK:            {Name: "addk", A: Dst, B: Reg, D: Const},
	OpSubK:            {Name: "subk", A: Dst, B: Reg, D: Const},
	OpMulK:            {Name: "mulk", A: Dst, B: Reg, D: Const},
	OpDivK:            {Name: "divk", A: Dst, B: Reg, D: Const},
	OpBitAnd:          {Name: "bitand", A: Dst, B: Reg, C: Reg},
	OpBitOr:           {Name: "bitor", A: Dst, B: Reg, C: Reg},
	OpBitXor:          {Name: "bitxor", A: Dst, B: Reg, C: Reg},
	OpShl:             {Name: "shl", A: Dst, B: Reg, C: Reg},
	OpShr:             {Name: "shr", A: Dst, B: Reg, C: Reg},
	OpUshr:            {Name: "ushr", A: Dst, B: Reg, C: Reg},
	OpAndI:            {Name: "andi", A: Dst, B: Reg, D: Imm},
	OpOrI:             {Name: "ori", A: Dst, B: Reg, D: Imm},
	OpXorI:            {Name: "xori", A: Dst, B: Reg, D: Imm},
	OpShlI:            {Name: "shli", A: Dst, B: Reg, D: Imm},
	OpShrI:            {Name: "shri", A: Dst, B: Reg, D: Imm},
	OpUshrI:           {Name: "ushri", A: Dst, B: Reg, D: Imm},
	OpNeg:             {Name: "neg", A: Dst, B: Reg},
	OpBitNot:          {Name: "bitnot", A: Dst, B: Reg},
	OpPlus:            {Name: "plus", A: Dst, B: Reg},
	OpToNumeric:       {Name: "tonumeric", A: Dst, B: Reg},
	OpInc:             {Name: "inc", A: Dst, B: Reg},
	OpDec:             {Name: "dec", A: Dst, B: Reg},
	OpNot:             {Name: "not", A: Dst, B: Reg},
	OpTypeof:          {Name: "typeof", A: Dst, B: Reg},
	OpEq:              {Name: "eq", A: Dst, B: Reg, C: Reg},
	OpNe:              {Name: "ne", A: Dst, B: Reg, C: Reg},
	OpSeq:             {Name: "seq", A: Dst, B: Reg, C: Reg},
	OpSne:             {Name: "sne", A: Dst, B: Reg, C: Reg},
	OpLt:              {Name: "lt", A: Dst, B: Reg, C: Reg},
	OpLe:              {Name: "le", A: Dst, B: Reg, C: Reg},
	OpGt:              {Name: "gt", A: Dst, B: Reg, C: Reg},
	OpGe:              {Name: "ge", A: Dst, B: Reg, C: Reg},
	OpInstanceof:      {Name: "instanceof", A: Dst, B: Reg, C: Reg},
	OpIn:              {Name: "in", A: Dst, B: Reg, C: Reg},
	OpJump:            {Name: "jump", D: Target},
	OpJTrue:           {Name: "jtrue", A: Reg, D: Target},
	OpJFalse:          {Name: "jfalse", A: Reg, D: Target},
	OpJNullish:        {Name: "jnullish", A: Reg, D: Target},
	OpJNotNullish:     {Name: "jnotnullish", A: Reg, D: Target},
	OpJUndef:          {Name: "jundef", A: Reg, D: Target},
	OpJNotUndef:       {Name: "jnotundef", A: Reg, D: Target},
	OpJLt:             {Name: "jlt", A: Reg, B: Reg, D: Target},
	OpJNlt:            {Name: "jnlt", A: Reg, B: Reg, D: Target},
	OpJLe:             {Name: "jle", A: Reg, B: Reg, D: Target},
	OpJNle:            {Name: "jnle", A: Reg, B: Reg, D: Target},
	OpJGt:             {Name: "jgt", A: Reg, B: Reg, D: Target},
	OpJNgt:            {Name: "jngt", A: Reg, B: Reg, D: Target},
	OpJGe:             {Name: "jge", A: Reg, B: Reg, D: Target},
	OpJNge:            {Name: "jnge", A: Reg, B: Reg, D: Target},
	OpJLtI:            {Name: "jlti", A: Reg, B: ImmBC, D: Target},
	OpJNltI:           {Name: "jnlti", A: Reg, B: ImmBC, D: Target},
	OpJLeI:            {Name: "jlei", A: Reg, B: ImmBC, D: Target},
	OpJNleI:           {Name: "jnlei", A: Reg, B: ImmBC, D: Target},
	OpJGtI:            {Name: "jgti", A: Reg, B: ImmBC, D: Target},
	OpJNgtI:           {Name: "jngti", A: Reg, B: ImmBC, D: Target},
	OpJGeI:            {Name: "jgei", A: Reg, B: ImmBC, D: Target},
	OpJNgeI:           {Name: "jngei", A: Reg, B: ImmBC, D: Target},
	OpJSeq:            {Name: "jseq", A: Reg, B: Reg, D: Target},
	OpJSne:            {Name: "jsne", A: Reg, B: Reg, D: Target},
	OpJSeqI:           {Name: "jseqi", A: Reg, B: ImmBC, D: Target},
	OpJSneI:           {Name: "jsnei", A: Reg, B: ImmBC, D: Target},
	OpJSeqK:           {Name: "jseqk", A: Reg, B: ConstBC, D: Target},
	OpJSneK:           {Name: "jsnek", A: Reg, B: ConstBC, D: Target},
	OpJEq:             {Name: "jeq", A: Reg, B: Reg, D: Target},
	OpJNe:             {Name: "jne", A: Reg, B: Reg, D: Target},
	OpForLt:           {Name: "forlt", A: Dst, B: Reg, D: Target},
	OpForLtK:          {Name: "forltk", A: Dst, B: ConstBC, D: Target},
	OpGetProp:         {Name: "getprop", A: Dst, B: Reg, D: SiteOf},
	OpSetProp:         {Name: "setprop", A: Reg, B: Reg, D: SiteOf},
	OpGetLength:       {Name: "getlength", A: Dst, B: Reg, D: SiteOf},
	OpGetElem:         {Name: "getelem", A: Dst, B: Reg, C: Reg},
	OpSetElem:         {Name: "setelem", A: Reg, B: Reg, C: Reg},
	OpGetElemI:        {Name: "getelemi", A: Dst, B: Reg, D: Imm},
	OpGetElemRef:      {Name: "getelemref", A: Dst, B: Reg, C: Reg, SpanA: 2},
	OpGetMethod:       {Name: "getmethod", A: Dst, B: Reg, D: SiteOf, SpanA: 2},
	OpGetMethodElem:   {Name: "getmethodelem", A: Dst, B: Reg, C: Reg, SpanA: 2},
	OpGetGlobal:       {Name: "getglobal", A: Dst, D: SiteOf},
	OpTypeofGlobal:    {Name: "typeofglobal", A: Dst, D: SiteOf},
	OpSetGlobal:       {Name: "setglobal", D: SiteOf},
	OpDelProp:         {Name: "delprop", A: Dst, B: Reg, D: SiteOf},
	OpDelElem:         {Name: "delelem", A: Dst, B: Reg, C: Reg},
	OpCall:            {Name: "call", A: Dst, B: Count, SpanA: 2},
	OpCallMethod:      {Name: "callmethod", A: Dst, B: Count, SpanA: 2},
	OpCallSpread:      {Name: "callspread", A: Dst, SpanA: 3},
	OpNew:             {Name: "new", A: Dst, B: Count, SpanA: 2},
	OpNewSpread:       {Name: "newspread", A: Dst, SpanA: 3},
	OpSuperCall:       {Name: "supercall", A: Dst, B: Count, SpanA: 2},
	OpSuperCallSpread: {Name: "supercallspread", A: Dst, SpanA: 3},
	OpReturn:          {Name: "return", A: Reg},
	OpReturnUndef:     {Name: "returnundef"},
	OpReturnDerived:   {Name: "returnderived", A: Reg, B: Reg},
	OpClosure:         {Name: "closure", A: Dst, D: Func},
	OpLoadCallee:      {Name: "loadcallee", A: Dst},
	OpLoadNewTarget:   {Name: "loadnewtarget", A: Dst},
	OpNewObject:       {Name: "newobject", A: Dst},
	OpObjectLit:       {Name: "objectlit", A: Dst, B: Reg, C: Count, D: SiteOf},
	OpInitProp:        {Name: "initprop", A: Reg, B: Reg, D: SiteOf},
	OpInitElem:        {Name: "initelem", A: Reg, B: Reg, C: Reg},
	OpDefMethod:       {Name: "defmethod", A: Reg, B: Reg, C: Reg, D: Imm},
	OpSetHome:         {Name: "sethome", A: Reg, B: Reg},
	OpSetFnName:       {Name: "setfnname", A: Reg, B: Reg},
	OpCopyProps:       {Name: "copyprops", A: Reg, B: Reg},
	OpRestObject:      {Name: "restobject", A: Dst, B: Reg, C: Reg, D: Count},
	OpNewArray:        {Name: "newarray", A: Dst, B: Reg, C: Count},
	OpArrayPush:       {Name: "arraypush", A: Reg, B: Reg},
	OpArraySpread:     {Name: "arrayspread", A: Reg, B: Reg},
	OpRegExp:          {Name: "regexp", A: Dst, D: Const},
	OpTemplate:        {Name: "template", A: Dst, D: Tmpl},
	OpNewClass:        {Name: "newclass", A: Dst, B: Reg, D: Func, SpanA: 2},
	OpSetFields:       {Name: "setfields", A: Reg, B: Reg},
	OpInitFields:      {Name: "initfields", A: Reg, B: Reg},
	OpPrivateName:     {Name: "privatename", A: Dst, D: Const},
	OpGetPrivate:      {Name: "getprivate", A: Dst, B: Reg, C: Reg},
	OpSetPrivate:      {Name: "setprivate", A: Reg, B: Reg, C: Reg},
	OpDefPrivate:      {Name: "defprivate", A: Reg, B: Reg, C: Reg, D: Imm},
	OpInPrivate:       {Name: "inprivate", A: Dst, B: Reg, C: Reg},
	OpLoadHome:        {Name: "loadhome", A: Dst},
	OpGetSuperOf:      {Name: "getsuperof", A: Dst, B: Reg, C: Reg},
	OpSetSuperOf:      {Name: "setsuperof", A: Reg, B: Reg, C: Reg},
	OpConcat:          {Name: "concat", A: Dst, B: Reg, C: Count},
	OpToString:        {Name: "tostring", A: Dst, B: Reg},
	OpToKey:           {Name: "tokey", A: Dst, B: Reg},
	OpToObjectChk:     {Name: "toobjectchk", A: Reg, D: OptConst},
	OpGetIter:         {Name: "getiter", A: Dst, B: Reg, SpanA: 3},
	OpGetAsyncIter:    {Name: "getasynciter", A: Dst, B: Reg, SpanA: 3},
	OpGetIterObj:      {Name: "getiterobj", A: Dst, B: Reg, SpanA: 3},
	OpIterLoop:        {Name: "iterloop", A: Reg, B: Dst, D: Target, SpanA: 3},
	OpIterStep:        {Name: "iterstep", A: Reg, B: Dst, SpanA: 3},
	OpIterRest:        {Name: "iterrest", A: Reg, B: Dst, SpanA: 3},
	OpIterClose:       {Name: "iterclose", A: Reg, SpanA: 3},
	OpIterCloseThrow:  {Name: "iterclosethrow", A: Reg, SpanA: 3},
	OpAsyncIterNext:   {Name: "asynciternext", A: Reg, B: Dst, SpanA: 3},
	OpIterResult:      {Name: "iterresult", A: Dst, B: Reg, D: Target},
	OpAsyncIterClose:  {Name: "asynciterclose", A: Reg, B: Dst, D: Target, SpanA: 3},
	OpForIn:           {Name: "forin", A: Dst, B: Reg, SpanA: 2},
	OpForInLoop:       {Name: "forinloop", A: Reg, B: Dst, D: Target, SpanA: 2},
	OpIterObjChk:      {Name: "iterobjchk", A: Reg},
	OpNewSlots:        {Name: "newslots", A: Dst, D: Imm},
	OpGetSlot:         {Name: "getslot", A: Dst, B: Reg, D: Imm},
	OpSetSlot:         {Name: "setslot", A: Reg, B: Reg, D: Imm},
	OpAwait:           {Name: "await", A: Dst, B: Reg},
	OpInitialYield:    {Name: "initialyield"},
	OpYield:           {Name: "yield", A: Dst, B: Reg, D: Target},
	OpYieldDelegate:   {Name: "yielddelegate", A: Dst, B: Reg, SpanA: 2},
	OpAsyncGenYield:   {Name: "asyncgenyield", A: Dst, B: Reg, D: Target},
	OpThrow:           {Name: "throw", A: Reg},
	OpThrowError:      {Name: "throwerror", A: Imm, D: Const},
	OpThrowConst:      {Name: "throwconst", D: Const},
}

// String returns the mnemonic.
func (op Op) String() string {
	if op < opCount {
		return Ops[op].Name
	}
	return "invalid"
}

// NumOps is the number of opcodes.
const NumOps = int(opCount)
