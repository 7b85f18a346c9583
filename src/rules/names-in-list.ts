/** Returns what to type instead where a text that names nobody is a list of names, some of them perhaps empty; empty where it is none. */
export function listSlip(text: string): string {
  const names = text.split(/[,;|]/).filter((name) => name !== '');
  const isList = names.length > 1 && names.every((name) => /^\S+$/.test(name.trim()));
  return isList ? `; give each name by itself: ${names.map((name) => name.trim()).join(' ')}` : '';
}
