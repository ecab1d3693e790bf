package stdlib

// This file lists the properties of regular expressions, binary data and crypto for the completeness test.

import "github.com/neurocode-ai/codemode/vm"

func init() {
	typedArray := func(r *vm.Realm) *vm.Object { return r.TypedArrayConstructors[vm.Uint8].Proto() }
	intrinsics = append(intrinsics, []intrinsic{
		{"RegExp", global("RegExp"), ctor + `escape @@species`},
		{"RegExp.prototype", global("RegExp.prototype"), `constructor compile dotAll exec flags global hasIndices ignoreCase
			multiline source sticky test toString unicode unicodeSets @@match @@matchAll @@replace @@search @@split`},
		{"%RegExpStringIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.RegExpStringIteratorPrototype }, `next @@toStringTag`},
		{"ArrayBuffer", global("ArrayBuffer"), ctor + `isView @@species`},
		{"ArrayBuffer.prototype", global("ArrayBuffer.prototype"), `byteLength constructor detached maxByteLength resizable
			resize slice transfer transferToFixedLength @@toStringTag`},
		{"%TypedArray%", typedArray, ctor + `from of @@species`},
		{"%TypedArray%.prototype", func(r *vm.Realm) *vm.Object { return r.TypedArrayPrototype }, `at buffer byteLength byteOffset
			constructor copyWithin entries every fill filter find findIndex findLast findLastIndex forEach includes indexOf join
			keys lastIndexOf length map reduce reduceRight reverse set slice some sort subarray toLocaleString toReversed
			toSorted toString values with @@iterator @@toStringTag`},
		{"DataView", global("DataView"), ctor},
		{"DataView.prototype", global("DataView.prototype"), `buffer byteLength byteOffset constructor getBigInt64 getBigUint64
			getFloat16 getFloat32 getFloat64 getInt8 getInt16 getInt32 getUint8 getUint16 getUint32 setBigInt64 setBigUint64
			setFloat16 setFloat32 setFloat64 setInt8 setInt16 setInt32 setUint8 setUint16 setUint32 @@toStringTag`},
		{"TextEncoder", global("TextEncoder"), ctor},
		{"TextEncoder.prototype", global("TextEncoder.prototype"), `constructor encode encodeInto encoding @@toStringTag`},
		{"TextDecoder", global("TextDecoder"), ctor},
		{"TextDecoder.prototype", global("TextDecoder.prototype"), `constructor decode encoding fatal ignoreBOM @@toStringTag`},
		{"crypto", global("crypto"), `getRandomValues randomUUID subtle @@toStringTag`},
	}...)
	for kind := range vm.NumElementKinds {
		name := kind.String() + "Array"
		intrinsics = append(intrinsics, intrinsic{name, global(name), ctor + `BYTES_PER_ELEMENT`},
			intrinsic{name + ".prototype", global(name + ".prototype"), `constructor BYTES_PER_ELEMENT`})
	}
	const es2026 = "ECMAScript 2026; in current browsers, and the remedy for bytes at the data boundary"
	surplus = append(surplus, []exclusion{
		{"Uint8Array", "fromBase64", es2026}, {"Uint8Array", "fromHex", es2026},
		{"Uint8Array.prototype", "setFromBase64", es2026}, {"Uint8Array.prototype", "setFromHex", es2026},
		{"Uint8Array.prototype", "toBase64", es2026}, {"Uint8Array.prototype", "toHex", es2026},
	}...)
	missing = append(missing, exclusion{"crypto", "subtle", "no keys and digests: a program that needs them calls a tool"})
}
