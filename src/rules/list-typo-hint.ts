/**
 * Returns a hint for a text that looks like a list of names, such as "a,b"; otherwise an empty string.
 * @param isInFile whether the text is a name in a list, where each name has a line
 */
export function listTypoHint(text: string, isInFile = false): string {
  const names = text.split(/[,;|]/).filter((name) => name !== '');
  const isList = names.length > 1 && names.every((name) => /^\S+$/.test(name.trim()));
  if (!isList) return '';
  if (isInFile) return '; write one name per line';
  return `; pass names separately: ${names.map((name) => name.trim()).join(' ')}`;
}
