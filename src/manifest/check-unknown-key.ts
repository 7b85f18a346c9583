import { isJsonObject } from '../rules/json-value.ts';
import type { ManifestField, ObjectField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import type { Json } from '../spec/protocol-types.ts';
import { suggest } from '../values/suggest.ts';
import { homesOf, nearestKey } from './known-keys.ts';
import { type Path, pathText } from './path.ts';
import { valueAt } from './repairs.ts';
import { fieldAt, type StructureWalk } from './structure-walk.ts';
import { didYouMean } from './suggestion.ts';
import { fits } from './value-fit.ts';
import { describeJson, EXPECTED } from './wrong-type.ts';

/** An unknown key and its position. */
export interface UnknownKey {
  readonly field: ObjectField;
  readonly key: string;
  readonly value: Json;
  readonly path: Path;
  /** Keys that exist, or to which another key was matched. */
  readonly meant: Set<string>;
}

/** Reports an unknown key, with the name or place that was probably intended. */
export function checkUnknownKey(walk: StructureWalk, unknown: UnknownKey): void {
  const { key, value, path } = unknown;
  const [home, ...others] = path.every((step) => typeof step === 'string') ? fittingHomes(key, value) : [];
  const place = home === undefined ? undefined : fieldAt(MANIFEST, home);
  if (home !== undefined && place !== undefined && others.length === 0 && fits(place, value))
    reportMisplaced(walk, { key, value, path, home, place });
  else reportUnknown(walk, { ...unknown, hasHome: home !== undefined });
}

interface Misplaced {
  readonly key: string;
  readonly value: Json;
  readonly path: Path;
  /** Where the key belongs, and the field at that place. */
  readonly home: Path;
  readonly place: ManifestField;
}

function reportMisplaced(walk: StructureWalk, { key, value, path, home, place }: Misplaced): void {
  const here = [...path, key];
  const isFree = valueAt(walk.root, home) === undefined;
  walk.report({
    rule: 'misplaced-key',
    path: here,
    at: 'key',
    message: `"${key}" does not belong ${path.length === 0 ? 'at the top' : `in ${pathText(path)}`}; its place is ${pathText(home)}`,
    ...(isFree
      ? {
          fix: {
            kind: 'suggest',
            title: `move it to ${pathText(home)}`,
            change: { do: 'move', path: here, to: home },
          },
        }
      : { hint: `${pathText(home)} is already there` }),
  });
  if (isFree) {
    walk.repair({ from: here, to: home });
    walk.check(place, value, here);
  } else {
    walk.markInvalid(here);
  }
}

interface Unknown extends UnknownKey {
  /** Whether the key is known elsewhere. */
  readonly hasHome: boolean;
}

function reportUnknown(walk: StructureWalk, unknown: Unknown): void {
  const { field, key, value, path, meant } = unknown;
  const here = [...path, key];
  const known = Object.keys(field.fields).filter(
    (name) => walk.version !== 1 || field.fields[name]?.version !== 2,
  );
  // A key counts as misspelled only if its value fits the other key.
  const free = nearestKey(
    key,
    known.filter((name) => !meant.has(name) && fitsAt(field, name, value)),
  );
  const near = free ?? nearestKey(key, known);
  const suggestion = near !== undefined && (free !== undefined || isTypo(key, near)) ? near : undefined;
  walk.report({
    rule: 'unknown-key',
    path: here,
    at: 'key',
    message: `unknown key "${key}"${path.length === 0 ? '' : ` in ${pathText(path)}`}${didYouMean(suggestion)}`,
    ...placeHint(unknown, suggestion, known),
    ...(free === undefined
      ? misfit(field, suggestion, value, meant)
      : {
          fix: {
            kind: 'safe',
            title: `rename it to ${free}`,
            change: { do: 'rename', path: here, key: free },
          },
        }),
  });
  if (free !== undefined) {
    meant.add(free);
    walk.repair({ from: here, to: [...path, free] });
    const child = field.fields[free];
    if (child !== undefined) walk.check(child, value, here);
  } else if (suggestion !== undefined && !meant.has(suggestion)) {
    // The intended key exists but its value is unusable: nothing more is reported about it.
    meant.add(suggestion);
    walk.markInvalid([...path, suggestion]);
  }
}

/** Returns a hint with the places of a key, or with the keys of a place. */
function placeHint(
  { key, hasHome }: Unknown,
  suggestion: string | undefined,
  known: readonly string[],
): { readonly hint?: string } {
  if (hasHome) {
    const places = homesOf(key).map((place) => pathText(place.slice(0, -1)));
    return { hint: `it belongs to ${places.join(' or ')}` };
  }
  return suggestion === undefined ? { hint: `known here: ${known.join(', ')}` } : {};
}

function fitsAt({ fields }: ObjectField, name: string, value: Json): boolean {
  const child = fields[name];
  return child !== undefined && fits(child, value);
}

/** Whether two keys differ by a typing error, not by a word. */
function isTypo(key: string, name: string): boolean {
  return suggest(key, [name], 2) !== undefined;
}

function misfit(
  { fields }: ObjectField,
  name: string | undefined,
  value: Json,
  meant: ReadonlySet<string>,
): { hint?: string } {
  const child = name === undefined ? undefined : fields[name];
  if (child === undefined || name === undefined || meant.has(name)) return {};
  return { hint: `${name} takes ${EXPECTED[child.kind]}, and this is ${describeJson(value)}` };
}

/** Returns the places where a key belongs; of several, the one that fits the kind of the value. */
function fittingHomes(key: string, value: Json): readonly Path[] {
  const homes = homesOf(key);
  const fitting = homes.filter((home) => {
    const kind = fieldAt(MANIFEST, home)?.kind;
    return Array.isArray(value)
      ? kind === 'list'
      : isJsonObject(value)
        ? kind === 'object' || kind === 'map'
        : kind === 'text' || kind === 'boolean';
  });
  return fitting.length === 1 ? fitting : homes;
}
