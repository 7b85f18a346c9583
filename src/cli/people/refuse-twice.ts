import { Failure } from '../../failure/failure.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { inputName } from '../../terminal/read-input.ts';

/**
 * Refuses two names of one attribute in a file, such as `enterprise` and its URN, or `userName` and
 * `username`, at any depth: only one of them would be kept.
 * @param ours returns the name of an attribute at the top; letter case does not matter
 * @throws Failure `invalidInput`
 */
export function refuseTwice(document: JsonObject, ours: (name: string) => string, file: string): void {
  refuseSameNames(Object.keys(document), ours, file);
  const found: Json[] = Object.values(document);
  for (const value of found) {
    if (isJsonObject(value)) refuseSameNames(Object.keys(value), (name) => name, file);
    if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) found.push(part);
  }
}

function refuseSameNames(names: readonly string[], ours: (name: string) => string, file: string): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const key = ours(name).toLowerCase();
    const other = known.get(key);
    if (other !== undefined)
      throw new Failure(
        'invalidInput',
        `${inputName(file)}: "${other}" and "${name}" are the same attribute`,
        {
          hint: 'keep one of the two',
        },
      );
    known.set(key, name);
  }
}
