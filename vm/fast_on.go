//go:build !codemode_nofast

package vm

// fastLoop says whether the fast loop is used. The build tag codemode_nofast turns it off, so that tests can compare it
// with the slow steps.
const fastLoop = true
