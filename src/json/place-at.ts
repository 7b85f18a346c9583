import { placesInJson } from './json-places.ts';

/** Returns ":line:column" of an offset, to append to a file name; both are 1-based. */
export function placeAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `:${line}:${offset - before.lastIndexOf('\n')}`;
}

/**
 * Returns ":line:column" of the value at a path of a JSON text, such as `changes[3].id`. If the path does not
 * exist, returns the place of its nearest existing parent.
 */
export function placeOfPath(text: string, path: string): string {
  const places = placesInJson(text);
  let known = path;
  while (known !== '' && !places.has(known))
    known = known.slice(0, Math.max(known.lastIndexOf('.'), known.lastIndexOf('['), 0));
  return placeAt(text, places.get(known)?.value ?? 0);
}
