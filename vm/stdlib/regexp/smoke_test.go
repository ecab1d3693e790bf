package regexp
import ("testing";"fmt")
func TestSmoke(t *testing.T) {
	for _, c := range [][3]string{{`(a+)+$`,"","aaaa"},{`(\d{4})-(\d{2})-(\d{2})`,"","on 2024-05-06 x"},{`(?<=\$)\d+(?:\.\d\d)?`,"","cost $12.50"},{`^(\w+\s?)*$`,"","hello world foo!"},{`(a|aa)+$`,"","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"},{`(z)((a+)?(b+)?(c))*`,"","zaacbbbcac"},{`(x+x+)+y`,"","xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}} {
		re, err := CompileString(c[0], c[1], Limits{})
		if err != nil { t.Fatal(err) }
		var m Matcher
		ok, err := m.MatchASCII(re, c[2], 0, false, nil)
		fmt.Println(c[0], ok, err, m.Captures, m.used)
		if c[0][0]=='(' && c[0][1]=='z' { fmt.Print(re.disassemble()) }
	}
}
