import { isJsonObject } from '../rules/json-value.ts';
import type { ObjectField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { homesOf, nearestKey } from './known-keys.ts';
import { type Path, wordsOf } from './path.ts';
import { valueAt } from './repairs.ts';
import { fieldAt, type StructureWalk } from './structure-walk.ts';

/** Reports a key that nobody knows, with the name or the place that was most likely meant. */
export function checkUnknownKey(
  walk: StructureWalk,
  field: ObjectField,
  object: JsonObject,
  key: string,
  path: Path,
  meant: Set<string>,
): void {
  const here = [...path, key];
  const value = object[key] ?? null;
  const [home, ...others] = path.every((step) => typeof step === 'string') ? homesFor(key, value) : [];
  if (home !== undefined && others.length === 0) {
    const isFree = valueAt(walk.root, home) === undefined;
    walk.report({
      rule: 'misplaced-key',
      path: here,
      at: 'key',
      message: `"${key}" does not belong ${path.length === 0 ? 'at the top' : `in ${wordsOf(path)}`}; its place is ${wordsOf(home)}`,
      ...(isFree
        ? {
            remedy: {
              kind: 'suggest',
              title: `move it to ${wordsOf(home)}`,
              change: { do: 'move', path: here, to: home },
            },
          }
        : { hint: `${wordsOf(home)} is already there` }),
    });
    if (isFree) {
      walk.repair({ from: here, to: home });
      const place = fieldAt(MANIFEST, home);
      if (place !== undefined) walk.check(place, value, here);
    } else {
      walk.spoil(here);
    }
    return;
  }
  const known = Object.keys(field.fields).filter(
    (name) => walk.version !== 1 || field.fields[name]?.version !== 2,
  );
  const free = nearestKey(
    key,
    known.filter((name) => !meant.has(name)),
  );
  const suggestion = free ?? nearestKey(key, known);
  walk.report({
    rule: 'unknown-key',
    path: here,
    at: 'key',
    message: `unknown key "${key}"${path.length === 0 ? '' : ` in ${wordsOf(path)}`}${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
    ...(others.length > 0
      ? {
          hint: `it belongs to ${homesOf(key)
            .map((place) => wordsOf(place.slice(0, -1)))
            .join(' or ')}`,
        }
      : suggestion === undefined
        ? { hint: `known here: ${known.join(', ')}` }
        : {}),
    ...(free === undefined
      ? {}
      : {
          remedy: {
            kind: 'safe',
            title: `rename it to ${free}`,
            change: { do: 'rename', path: here, key: free },
          },
        }),
  });
  if (free === undefined) return;
  meant.add(free);
  walk.repair({ from: here, to: [...path, free] });
  const child = field.fields[free];
  if (child !== undefined) walk.check(child, value, here);
}

/** Returns the places at which a key belongs, of several those that a value of its kind fits. */
function homesFor(key: string, value: Json): readonly Path[] {
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
