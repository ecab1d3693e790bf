package main

// This file defines what the tests find besides the language: host globals, and our own versions of support files that
// would change intrinsic objects to examine them. The realm of the engine is frozen, so property attributes are read from
// descriptors instead.

import (
	"github.com/neurocode-ai/codemode/vm"
)

// globals returns the host's global names.
func globals(realm *vm.Realm, print func(string)) map[string]vm.Value {
	return map[string]vm.Value{
		"print": realm.HostFunction("print", 1, func(c *vm.Call) (vm.Value, error) {
			s, err := c.VM.ToGoString(c.Arg(0))
			print(s)
			return vm.Undefined, err
		}),
	}
}

var ownHarness = map[string]string{
	"propertyHelper.js": `
function verifyProperty(obj, name, desc, options) {
  assert(arguments.length > 2, 'verifyProperty should receive at least 3 arguments: obj, name, and descriptor');
  const actual = Object.getOwnPropertyDescriptor(obj, name);
  if (desc === undefined) {
    assert.sameValue(actual, undefined, 'descriptor of ' + String(name) + ' should be undefined');
    return true;
  }
  assert(Object.prototype.hasOwnProperty.call(obj, name), 'should have own property ' + String(name));
  for (const key of ['value', 'get', 'set', 'writable', 'enumerable', 'configurable']) {
    if (Object.prototype.hasOwnProperty.call(desc, key)) {
      assert.sameValue(attributeOf(obj, name, actual, key), desc[key], 'attribute ' + key + ' of ' + String(name));
    }
  }
  return true;
}
function attributeOf(obj, name, desc, key, probe, value) {
  return key === 'writable' && !('value' in desc) ? isWritable(obj, name, probe, value) : desc[key];
}
function isWritable(obj, name, probe, value) {
  const mark = value || 'a value that no test uses';
  const had = Object.prototype.hasOwnProperty.call(obj, name), old = obj[name];
  try { obj[name] = mark; } catch (e) { if (!(e instanceof TypeError)) throw e; }
  const written = obj[probe || name] === mark;
  if (written && had) obj[name] = old;
  if (written && !had) delete obj[name];
  return written;
}
function verifyPrimordialProperty(obj, name, desc, options) { return verifyProperty(obj, name, desc, options); }
function verifyAttribute(obj, name, attribute, want, probe, value) {
  const actual = Object.getOwnPropertyDescriptor(obj, name);
  assert(actual !== undefined, 'should have own property ' + String(name));
  assert.sameValue(attributeOf(obj, name, actual, attribute, probe, value), want, 'attribute ' + attribute + ' of ' + String(name));
}
function verifyEqualTo(obj, name, value) { assert.sameValue(obj[name], value, 'value of ' + String(name)); }
function verifyWritable(obj, name, probe, value) { verifyAttribute(obj, name, 'writable', true, probe, value); }
function verifyNotWritable(obj, name, probe, value) {
  if (probe && !Object.prototype.hasOwnProperty.call(obj, name)) {
    assert(!isWritable(obj, name, probe, value), 'a missing property can be added');
    return;
  }
  verifyAttribute(obj, name, 'writable', false, probe, value);
}
function verifyEnumerable(obj, name) { verifyAttribute(obj, name, 'enumerable', true); }
function verifyNotEnumerable(obj, name) { verifyAttribute(obj, name, 'enumerable', false); }
function verifyConfigurable(obj, name) { verifyAttribute(obj, name, 'configurable', true); }
function verifyNotConfigurable(obj, name) { verifyAttribute(obj, name, 'configurable', false); }
function verifyCallableProperty(obj, name, functionName, functionLength, desc) {
  const value = obj[name];
  assert.sameValue(typeof value, 'function', String(name) + ' should be a function');
  verifyProperty(obj, name, desc === undefined ? { writable: true, enumerable: false, configurable: true, value } : desc);
  verifyProperty(value, 'name', { value: functionName === undefined ? name : functionName, writable: false, enumerable: false, configurable: true });
  verifyProperty(value, 'length', { value: functionLength, writable: false, enumerable: false, configurable: true });
}
function verifyPrimordialCallableProperty(obj, name, functionName, functionLength, desc) {
  verifyCallableProperty(obj, name, functionName, functionLength, desc);
}
function verifyAccessorProperty(obj, name, desc) { verifyProperty(obj, name, desc); }
function verifyPrimordialAccessorProperty(obj, name, desc) { verifyProperty(obj, name, desc); }
`,
	"detachArrayBuffer.js": `
function $DETACHBUFFER(buffer) { if (!buffer.detached) buffer.transfer(); }
`,
}
