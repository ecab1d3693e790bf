package discovery

func preciseSignature(call string, input, output *node) *signature { return nil }
