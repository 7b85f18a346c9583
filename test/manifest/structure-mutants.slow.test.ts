import { describe, expect, it } from 'vitest';
import { pointerOf } from '../../src/manifest/path.ts';
import type { ManifestField } from '../../src/spec/manifest-field-types.ts';
import { MANIFEST } from '../../src/spec/manifest-fields.ts';
import { MANIFEST_PATTERNS } from '../../src/spec/manifest-patterns.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2, withRenamed, withValue } from './support/base-manifests.ts';
import { findingsIn, jsonText, seenIn, yamlText } from './support/find-finding.ts';

type Path = readonly (string | number)[];

/** A correct manifest with one defect. */
interface Mutant {
  readonly name: string;
  readonly data: Json;
  readonly rule: string;
  readonly path: Path;
  /** The key that the finding marks; without it, the finding marks the value. */
  readonly key?: string;
}

describe('unchanged base manifests give no finding (WEB §2.6)', () => {
  it.each([
    ['version 1', BASE_V1],
    ['version 2', BASE_V2],
    ['hosted', BASE_HOSTED],
  ])('%s', async (_, data) => {
    expect(await findingsIn('manifest.json', jsonText(data))).toEqual([]);
    expect(await findingsIn('manifest.yaml', yamlText(data))).toEqual([]);
  });
});

/** Yields every field of the table that has a value in a base manifest. */
function* placesIn(field: ManifestField, value: Json, path: Path): Generator<[ManifestField, Json, Path]> {
  yield [field, value, path];
  const object = value as JsonObject;
  if (field.kind === 'object') {
    for (const [key, child] of Object.entries(field.fields)) {
      const next = object[key];
      if (next !== undefined) yield* placesIn(child, next, [...path, key]);
    }
  } else if (field.kind === 'list' && Array.isArray(value)) {
    yield* placesIn(field.items, value[0] as Json, [...path, 0]);
  } else if (field.kind === 'map') {
    const [key] = Object.keys(object);
    if (key !== undefined) yield* placesIn(field.entries, object[key] ?? null, [...path, key]);
  }
}

const WRONG_TYPES: { readonly [Kind in ManifestField['kind']]?: Json } = {
  text: 5,
  boolean: 'perhaps',
  integer: 1.5,
  list: 'one',
  object: 'one',
  map: 'one',
  parameters: 'one',
};

function* mutantsOf(base: JsonObject, label: string): Generator<Mutant> {
  for (const [field, value, path] of placesIn(MANIFEST, base, [])) {
    const name = `${label} ${pointerOf(path)}`;
    if (path.length === 0) continue;
    const wrong = WRONG_TYPES[field.kind];
    if (wrong !== undefined) {
      yield { name: `${name} of the wrong type`, data: withValue(base, path, wrong), rule: 'type', path };
      yield { name: `${name} null`, data: withValue(base, path, null), rule: 'type', path };
    }
    if (field.kind === 'text') yield* textMutants(field, base, path, name);
    if (field.kind === 'object') yield* objectMutants(field, value as JsonObject, base, path, name);
    if (field.kind === 'list' && field.usualMinItems === 1) {
      yield { name: `${name} empty`, data: withValue(base, path, []), rule: 'min-items', path };
    }
    if (field.kind === 'list' && field.maxItems !== undefined && field.items.kind === 'text') {
      const many = Array.from({ length: field.maxItems + 1 }, (_, index) =>
        itemLike(String((value as Json[])[0]), index),
      );
      if (!path.includes('scopes') && !path.includes('bot_events') && !path.includes('user_events')) {
        yield { name: `${name} too long`, data: withValue(base, path, many), rule: 'max-items', path };
      }
    }
    if (field.kind === 'list' && field.distinct !== undefined) {
      const list = value as readonly Json[];
      const twice = [...list, list[0] ?? null];
      yield {
        name: `${name} with a duplicate item`,
        data: withValue(base, path, twice),
        rule: field.distinct,
        path: [...path, list.length],
      };
    }
  }
}

/** A different item of the same format. */
function itemLike(item: string, index: number): string {
  if (/^\d/.test(item)) return `192.0.2.${index}`;
  return item.replace('tides', `tides${index}`);
}

function* textMutants(
  field: Extract<ManifestField, { kind: 'text' }>,
  base: JsonObject,
  path: Path,
  name: string,
): Generator<Mutant> {
  const mutant = (what: string, value: string, rule: string): Mutant => ({
    name: `${name} ${what}`,
    data: withValue(base, path, value),
    rule,
    path,
  });
  const limit = field.maxLength ?? field.usualMaxLength;
  const filler =
    field.pattern === 'command'
      ? '/'
      : field.pattern === undefined
        ? ''
        : field.pattern.endsWith('Url')
          ? 'https://'
          : '';
  const isLimited = limit !== undefined && field.pattern !== 'ipRange' && field.usualPattern === undefined;
  if (isLimited && !path.includes('scopes') && !String(path.at(-2)).endsWith('_events')) {
    yield mutant('too long', filler + 'x'.repeat(limit + 1 - filler.length), 'max-length');
  }
  if (field.minLength === 1) yield mutant('empty', '', 'min-length');
  if (field.minLength !== undefined && field.minLength > 1) {
    yield mutant('too short', 'x'.repeat(field.minLength - 1), 'min-length');
  }
  if (field.values !== undefined) yield mutant('not in its enum', 'other', 'enum');
  if (field.pattern === 'botName') return;
  if (field.pattern !== undefined) {
    const rules = { httpsUrl: 'https-url', hexColor: 'background-color' } as Readonly<Record<string, string>>;
    expect(new RegExp(MANIFEST_PATTERNS[field.pattern].source).test('not right!')).toBe(false);
    yield mutant('of the wrong format', 'not right!', rules[field.pattern] ?? 'pattern');
  }
}

function* objectMutants(
  field: Extract<ManifestField, { kind: 'object' }>,
  value: JsonObject,
  base: JsonObject,
  path: Path,
  name: string,
): Generator<Mutant> {
  const key = String(path.at(-1));
  const at = typeof path.at(-1) === 'number' ? {} : { key };
  for (const required of field.required ?? []) {
    if (Object.hasOwn(value, required)) {
      yield {
        name: `${name} without ${required}`,
        data: withValue(base, [...path, required], undefined),
        rule: 'required',
        path,
        ...at,
      };
    }
  }
  if (field.isOpen === true) return;
  yield {
    name: `${name} with an unknown key`,
    data: withValue(base, [...path, 'quux_zork'], true),
    rule: 'unknown-key',
    path: [...path, 'quux_zork'],
    key: 'quux_zork',
  };
  const [first] = Object.keys(value);
  if (first !== undefined && first.length > 6) {
    const mistyped = first.slice(0, 2) + first.slice(3);
    yield {
      name: `${name} with "${first}" mistyped`,
      data: withRenamed(base, [...path, first], mistyped),
      rule: 'unknown-key',
      path: [...path, mistyped],
      key: mistyped,
    };
  }
}

const mutants = [
  ...mutantsOf(BASE_V1, 'v1'),
  ...mutantsOf(BASE_V2, 'v2'),
  ...mutantsOf(BASE_HOSTED, 'hosted'),
];

it('the generator makes more than 700 mutants', () => {
  expect(mutants.length).toBeGreaterThan(700);
});

describe('one structural defect gives one finding at its position (WEB §2.6, §8, §9)', () => {
  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    '%s',
    async (_, { data, rule, path, key }) => {
      const pointer = pointerOf(path);
      const value = path.reduce<Json | undefined>(
        (current, step) => (current as Record<string | number, Json> | undefined)?.[step],
        data,
      );
      const json = await seenIn('manifest.json', jsonText(data));
      const yaml = await seenIn('manifest.yaml', yamlText(data));
      expect(json.map(({ rule, pointer }) => [rule, pointer])).toEqual([[rule, pointer]]);
      expect(yaml.map(({ rule, pointer }) => [rule, pointer])).toEqual([[rule, pointer]]);
      const [{ marked } = { marked: '' }] = json;
      if (key !== undefined) expect(marked).toBe(JSON.stringify(key));
      else if (typeof value !== 'object' || value === null) expect(marked).toBe(JSON.stringify(value));
      else expect(marked).toMatch(/^[[{]/);
    },
  );
});
