import type { Issue } from '../failure/issue.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { suggest } from '../values/suggest.ts';

/** Reads values from a document and collects the issues; an invalid value counts as absent. */
export class SeedReader {
  readonly issues: Issue[] = [];
  private readonly code: string;

  /** @param code issue code */
  constructor(code = 'invalid_seed') {
    this.code = code;
  }

  report(path: string, message: string, expected: string): undefined {
    this.issues.push({ code: this.code, path, message, expected });
  }

  /** Reports unknown names. */
  checkNames(holder: JsonObject, path: string, names: readonly string[]): void {
    for (const name of Object.keys(holder)) {
      if (names.includes(name)) continue;
      this.report(pathOf(path, name), 'is not known here', suggest(name, names) ?? names.join(', '));
    }
  }

  text(holder: JsonObject, path: string, name: string): string | undefined {
    const value = holder[name];
    if (value === undefined || value === null) return undefined;
    // A number in YAML is read as text.
    if (typeof value === 'number') return String(value);
    return typeof value === 'string'
      ? value
      : this.report(pathOf(path, name), `is ${JSON.stringify(value)}`, 'text');
  }

  flag(holder: JsonObject, path: string, name: string): boolean | undefined {
    const value = holder[name];
    if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
    return this.report(pathOf(path, name), `is ${JSON.stringify(value)}`, 'true or false');
  }

  count(holder: JsonObject, path: string, name: string): number | undefined {
    const value = holder[name];
    if (value === undefined || value === null) return undefined;
    return typeof value === 'number' && Number.isInteger(value) && value >= 0
      ? value
      : this.report(pathOf(path, name), `is ${JSON.stringify(value)}`, 'a whole number');
  }

  words(holder: JsonObject, path: string, name: string): readonly string[] | undefined {
    const value = holder[name];
    if (value === undefined || value === null) return undefined;
    if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value;
    return this.report(pathOf(path, name), `is ${JSON.stringify(value)}`, 'a list of strings');
  }

  /** @param others further accepted values, as text for the message */
  choice<Word extends string>(
    holder: JsonObject,
    path: string,
    name: string,
    words: readonly Word[],
    others = '',
  ): Word | undefined {
    const value = this.text(holder, path, name);
    if (value === undefined) return undefined;
    const found = words.find((word) => word === value);
    return found ?? this.report(pathOf(path, name), `is "${value}"`, words.join(', ') + others);
  }

  object(holder: JsonObject, path: string, name: string): JsonObject {
    const value = holder[name];
    if (value === undefined || value === null) return {};
    if (isJsonObject(value)) return value;
    this.report(pathOf(path, name), 'is not an object', 'key-value pairs');
    return {};
  }

  /** Reads each element of a list of objects. */
  list<T>(holder: JsonObject, name: string, read: (element: JsonObject, path: string) => T | undefined): T[] {
    const value: Json = holder[name] ?? [];
    if (!Array.isArray(value)) {
      this.report(name, 'is not a list', 'a list of objects');
      return [];
    }
    return value.flatMap((element: Json, index) => {
      const path = `${name}[${index}]`;
      if (!isJsonObject(element)) this.report(path, 'is not an object', 'key-value pairs');
      const result = isJsonObject(element) ? read(element, path) : undefined;
      return result === undefined ? [] : [result];
    });
  }
}

export function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
