//go:build codemode_nofast

package vm

// fastLoop says whether the fast loop is used.
const fastLoop = false
