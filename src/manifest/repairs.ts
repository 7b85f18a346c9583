import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { type Path, startsWith } from './path.ts';

/** A correction of a misspelled or misplaced key, with its intended place, or of a value in a wrong form. */
export interface Repair {
  readonly from: Path;
  readonly to: Path;
  /** The intended value, if it is certain. */
  readonly value?: Json;
}

/**
 * Returns the data as intended by the author. Rules that depend on a misspelled key then check its value, and
 * one mistake gives one finding.
 */
export function repaired(data: Json, repairs: readonly Repair[]): Json {
  // Values first: their paths are those of the text.
  const valued = repairs.reduce(
    (current, { from, value }) => (value === undefined ? current : withValue(current, from, value)),
    data,
  );
  return repairs.reduce((current, { from, to, value }) => {
    const moved = value === undefined ? valueAt(current, from) : undefined;
    return moved === undefined ? current : withValue(withoutKey(current, from), to, moved);
  }, valued);
}

/** Returns the path in the text for a path in the repaired data. */
export function originalPath(path: Path, repairs: readonly Repair[]): Path {
  return repairs.reduceRight<Path>(
    (current, { from, to }) =>
      startsWith(current, to) && to !== from ? [...from, ...current.slice(to.length)] : current,
    path,
  );
}

export function valueAt(value: Json, path: Path): Json | undefined {
  let current: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(current) && typeof step === 'number') current = current[step];
    else if (isJsonObject(current) && Object.hasOwn(current, step)) current = current[String(step)];
    else return undefined;
  }
  return current;
}

function withValue(value: Json, path: Path, added: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return added;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? withValue(item, rest, added) : item));
  }
  const object: JsonObject = isJsonObject(value) ? value : {};
  const before = Object.hasOwn(object, step) ? (object[String(step)] ?? {}) : {};
  return Object.fromEntries([
    ...Object.entries(object).filter(([key]) => key !== step),
    [step, withValue(before, rest, added)],
  ]) as JsonObject;
}

function withoutKey(value: Json, path: Path): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? withoutKey(item, rest) : item));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([key]) => key !== step)
      : entries.map(([key, child]) => [key, key === step ? withoutKey(child, rest) : child]),
  );
}
