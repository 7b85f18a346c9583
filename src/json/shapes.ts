import { isObject } from './is-object.ts';

/** The first value that does not have the expected shape. */
export interface Misfit {
  /** Path of names and indexes, such as `changes[3].target.id`; empty for the root. */
  readonly path: string;
  readonly expected: string;
}

/**
 * Checks the shape of a parsed value.
 * @returns undefined if it matches
 */
export type Shape = (value: unknown) => Misfit | undefined;

/** A shape for each member of a type; a missing member does not compile. */
export type Members<Thing> = { readonly [Name in keyof Required<Thing>]: Shape };

/** Maximum number of alternatives that a message lists. */
const MAX_NAMED = 12;

export const text = simple('a string', (value) => typeof value === 'string');
export const flag = simple('true or false', (value) => typeof value === 'boolean');
export const number = simple('a number', (value) => typeof value === 'number');
/** Seconds or milliseconds since 1970 that are a valid date. */
export const moment = simple(
  'a time since 1970',
  (value) => typeof value === 'number' && Math.abs(value) <= 8.64e15,
);
/** RFC 3339 date-time. */
export const instant = simple(
  'an RFC 3339 time',
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);
export const texts: Shape = listOf(text);
/** Any object; its members are checked where they are used. */
export const object = simple('an object', isObject);
/** Any value. */
export const anything: Shape = () => undefined;

/**
 * Creates a shape from a predicate.
 * @param expected phrase that follows "expected"
 */
export function simple(expected: string, isRight: (value: unknown) => boolean): Shape {
  return (value) => (isRight(value) ? undefined : { path: '', expected });
}

/** Matches a whole number from `least` to `most`. */
export function wholeFrom(least: number, most = Number.MAX_SAFE_INTEGER): Shape {
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  return simple(
    `a whole number from ${least}${upTo}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  );
}

/** Matches undefined or the given shape. */
export function optional(shape: Shape): Shape {
  return (value) => (value === undefined ? undefined : shape(value));
}

/** Matches a list whose items all match a shape. */
export function listOf(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return { path: '', expected: 'a list' };
    for (const [index, item] of value.entries()) {
      const misfit = shape(item);
      if (misfit !== undefined) return misfitAt(`[${index}]`, misfit);
    }
    return undefined;
  };
}

/** Matches one of the given values. */
export function oneOf(words: readonly unknown[]): Shape {
  const expected =
    words.length > MAX_NAMED ? 'a known value' : words.map((word) => String(word)).join(' or ');
  return simple(expected, (value) => words.includes(value));
}

/** Matches either of two shapes. If neither matches, the second one reports the misfit. */
export function either(first: Shape, second: Shape): Shape {
  return (value) => (first(value) === undefined ? undefined : second(value));
}

/** Matches an object with these members; ignores other members. */
export function objectWith<Thing extends object>(members: Members<Thing>): Shape {
  const checks = Object.entries<Shape>(members);
  return (value) => {
    if (!isObject(value)) return { path: '', expected: 'an object' };
    for (const [name, shape] of checks) {
      const misfit = shape(value[name]);
      if (misfit !== undefined) return misfitAt(name, misfit);
    }
    return undefined;
  };
}

/** Matches an object with these members and no others: in handwritten files, unknown names are typos. */
export function only<Thing extends object>(members: Members<Thing>): Shape {
  const shapes = new Map(Object.entries<Shape>(members));
  const known = shapeByName((name) => shapes.get(name), [...shapes.keys()]);
  const whole = objectWith(members);
  return (value) => known(value) ?? whole(value);
}

/** Matches an object with any names whose values all match a shape. */
export function valuesOf(shape: Shape): Shape {
  return (value) => {
    if (!isObject(value)) return { path: '', expected: 'an object' };
    for (const [name, one] of Object.entries(value)) {
      const misfit = shape(one);
      if (misfit !== undefined) return misfitAt(name, misfit);
    }
    return undefined;
  };
}

/** Matches an object with any subset of these names, whose values all match a shape. */
export function tableOf(names: readonly string[], shape: Shape): Shape {
  return shapeByName((name) => (names.includes(name) ? shape : undefined), names);
}

/** Matches an object whose names are known; the shape of a value depends on its name. */
export function shapeByName(
  shapeOf: (name: string) => Shape | undefined,
  names: readonly string[] = [],
): Shape {
  const isShort = names.length > 0 && names.length <= MAX_NAMED;
  const expected = isShort ? `one of ${names.join(', ')}` : 'a known name';
  return (value) => {
    if (!isObject(value)) return { path: '', expected: 'an object' };
    for (const [name, one] of Object.entries(value)) {
      const shape = shapeOf(name);
      const misfit = shape === undefined ? { path: '', expected } : shape(one);
      if (misfit !== undefined) return misfitAt(name, misfit);
    }
    return undefined;
  };
}

/** Matches an object whose shape depends on the value of one member. */
export function taggedBy(tag: string, shapes: Readonly<Record<string, Shape>>): Shape {
  const known = oneOf(Object.keys(shapes));
  return (value) => {
    if (!isObject(value)) return { path: '', expected: 'an object' };
    const misfit = known(value[tag]);
    return misfit === undefined ? shapes[String(value[tag])]?.(value) : misfitAt(tag, misfit);
  };
}

/** A value of the expected type, or the reason why it is not one. */
export type ReadValue<Thing> = { readonly value: Thing } | { readonly misfit: Misfit };

/** Checks a value and returns it typed. The only place where parsed data gets a type. */
export function readAs<Thing>(value: unknown, shape: Shape): ReadValue<Thing> {
  const misfit = shape(value);
  return misfit === undefined ? { value: value as Thing } : { misfit };
}

/** Describes where a value is wrong and what was expected there, in one phrase. */
export function describeMisfit({ path, expected }: Misfit): string {
  return path === '' ? `expected ${expected}` : `${path}: expected ${expected}`;
}

function misfitAt(name: string, { path, expected }: Misfit): Misfit {
  const isJoined = path === '' || path.startsWith('[');
  return { path: isJoined ? `${name}${path}` : `${name}.${path}`, expected };
}
