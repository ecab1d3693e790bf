// All methods that take regular expressions, for combinations of patterns, flags, texts and lastIndex. The test compares the
// number of combinations and the hash of what they give with those that Node gives.
const pats = ['a','a*','(?:)','\\b','(a)|(b)','[ab]+','^','$','(?=b)','(?<=a)','(?<n>a)(b)?','.','\\w+','\\s*,\\s*','(.)\\1','a{2,3}?','[^a]','(a*)(b*)','\\d','x|','(?!a)','[\\s\\S]','b$','^a','(a)(?:b|(c))*'];
const flags = ['','g','y','gy','i','gi','u','gu','gm','gs','d','dg','guy','m'];
const texts = ['','a','aab','abcabc','a,b , c','aAbB\nab','😀a😀','xaybaz','aaaa','a1b22','\ud83da','é a','b\na\r\nab','cabbac'];
const reps = ['','-','[$&]','<$1>','$`|$\'','$$','$<n>','$01$2',(m,...r)=>'{'+m+r.length+(typeof r[r.length-1]==='object'?JSON.stringify(r[r.length-1]):'')+'}'];
const lims = [undefined, 0, 1, 2, 100];
const lines = [];
for (const p of pats) for (const f of flags) for (const t of texts) {
  let r; try { r = new RegExp(p, f); } catch (e) { lines.push(e.name); continue; }
  const o = [];
  for (const li of [0, 1, 2, 50]) {
    r.lastIndex = li; const m = r.exec(t); o.push(m && [...m, m.index, m.groups && {...m.groups}, m.indices], r.lastIndex);
    r.lastIndex = li; o.push(r.test(t), r.lastIndex); r.lastIndex = li; o.push(t.search(r), r.lastIndex); r.lastIndex = li; o.push(t.match(r), r.lastIndex);
    r.lastIndex = li; o.push(t.replace(r, '<$&>'), r.lastIndex); r.lastIndex = li; o.push(t.split(r, li ? undefined : 3), r.lastIndex);
    if (f.includes('g')) { r.lastIndex = li; o.push([...t.matchAll(r)].map(m => [...m, m.index]), r.lastIndex, t.replaceAll(r, '.')); }
  }
  for (const rep of reps) { r.lastIndex = 0; o.push(t.replace(r, rep)); }
  for (const l of lims) o.push(t.split(r, l));
  o.push(r.source, r.flags, String(r));
  lines.push(JSON.stringify(o));
}
let h = 0; for (const l of lines) for (let i = 0; i < l.length; i++) h = (h * 31 + l.charCodeAt(i)) | 0;
return [lines.length, h];
