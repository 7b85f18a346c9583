/** Returns a hint for a text that looks like a list of names, such as "a,b"; otherwise an empty string. */
export function listSlip(text: string): string {
  const names = text.split(/[,;|]/).filter((name) => name !== '');
  const isList = names.length > 1 && names.every((name) => /^\S+$/.test(name.trim()));
  return isList ? `; pass names separately: ${names.map((name) => name.trim()).join(' ')}` : '';
}
