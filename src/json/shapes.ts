import { isObject } from './is-object.ts';

/** The first value that does not have the expected shape. */
export interface Misfit {
  /** Names and indexes on the way to it, such as `changes[3].target.id`; empty for the whole. */
  readonly path: string;
  readonly expected: string;
}

/** Checks a value that was read. @returns undefined when it has the expected shape */
export type Shape = (value: unknown) => Misfit | undefined;

/** A shape for each member of a type: one that is forgotten does not compile. */
export type Members<Thing> = { readonly [Name in keyof Required<Thing>]: Shape };

/** Words that a message names one by one. */
const MOST_NAMED = 12;

export const text = simple('a string', (value) => typeof value === 'string');
export const flag = simple('true or false', (value) => typeof value === 'boolean');
export const number = simple('a number', (value) => typeof value === 'number');
/** Seconds or milliseconds since 1970 that are a moment. */
export const moment = simple(
  'a time since 1970',
  (value) => typeof value === 'number' && Math.abs(value) <= 8.64e15,
);
/** RFC 3339. */
export const instant = simple(
  'an RFC 3339 time',
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);
export const texts: Shape = listOf(text);
/** Any object; what is in it is looked at where it is used. */
export const object = simple('an object', isObject);
/** Anything at all. */
export const anything: Shape = () => undefined;

/** A shape that is one question. @param expected in words that follow "expected" */
export function simple(expected: string, isRight: (value: unknown) => boolean): Shape {
  return (value) => (isRight(value) ? undefined : { path: '', expected });
}

/** A whole number, of this one or more. */
export function wholeFrom(least: number, most = Number.MAX_SAFE_INTEGER): Shape {
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  return simple(
    `a whole number from ${least}${upTo}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  );
}

/** A shape, or undefined. */
export function maybe(shape: Shape): Shape {
  return (value) => (value === undefined ? undefined : shape(value));
}

/** A list whose items all have a shape. */
export function listOf(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return { path: '', expected: 'a list' };
    for (const [index, item] of value.entries()) {
      const misfit = shape(item);
      if (misfit !== undefined) return below(`[${index}]`, misfit);
    }
    return undefined;
  };
}

/** One of these values. */
export function oneOf(words: readonly unknown[]): Shape {
  const expected =
    words.length > MOST_NAMED ? 'a known word' : words.map((word) => String(word)).join(' or ');
  return simple(expected, (value) => words.includes(value));
}

/** One of two shapes; of a value that has neither, the second says what it expected. */
export function either(first: Shape, second: Shape): Shape {
  return (value) => (first(value) === undefined ? undefined : second(value));
}

/** An object with these members; others are not looked at. */
export function thing<Thing extends object>(members: Members<Thing>): Shape {
  const checks = Object.entries<Shape>(members);
  return (value) => {
    if (!isObject(value)) return { path: '', expected: 'an object' };
    for (const [name, shape] of checks) {
      const misfit = shape(value[name]);
      if (misfit !== undefined) return below(name, misfit);
    }
    return undefined;
  };
}

/** An object with these members and no other: in what people write, an unknown name is a slip. */
export function only<Thing extends object>(members: Members<Thing>): Shape {
  const shapes = new Map(Object.entries<Shape>(members));
  const known = shapeByName((name) => shapes.get(name), [...shapes.keys()]);
  const whole = thing(members);
  return (value) => known(value) ?? whole(value);
}

/** An object with any names, each with a value of this shape. */
export function valuesOf(shape: Shape): Shape {
  return (value) => {
    if (!isObject(value)) return { path: '', expected: 'an object' };
    for (const [name, one] of Object.entries(value)) {
      const misfit = shape(one);
      if (misfit !== undefined) return below(name, misfit);
    }
    return undefined;
  };
}

/** An object with any of these names, each with a value of this shape. */
export function tableOf(names: readonly string[], shape: Shape): Shape {
  return shapeByName((name) => (names.includes(name) ? shape : undefined), names);
}

/** An object whose names are known, each with the shape of its value. */
export function shapeByName(
  shapeOf: (name: string) => Shape | undefined,
  names: readonly string[] = [],
): Shape {
  const isShort = names.length > 0 && names.length <= MOST_NAMED;
  const expected = isShort ? `one of ${names.join(', ')}` : 'a known name';
  return (value) => {
    if (!isObject(value)) return { path: '', expected: 'an object' };
    for (const [name, one] of Object.entries(value)) {
      const shape = shapeOf(name);
      const misfit = shape === undefined ? { path: '', expected } : shape(one);
      if (misfit !== undefined) return below(name, misfit);
    }
    return undefined;
  };
}

/** An object that says by one member which shape it has. */
export function taggedBy(tag: string, shapes: Readonly<Record<string, Shape>>): Shape {
  const known = oneOf(Object.keys(shapes));
  return (value) => {
    if (!isObject(value)) return { path: '', expected: 'an object' };
    const misfit = known(value[tag]);
    return misfit === undefined ? shapes[String(value[tag])]?.(value) : below(tag, misfit);
  };
}

/** What was read, or what is wrong with it. */
export type ReadValue<Thing> = { readonly value: Thing } | { readonly misfit: Misfit };

/** Returns a value as what its shape says it is: the one place where what was read becomes a type. */
export function readAs<Thing>(value: unknown, shape: Shape): ReadValue<Thing> {
  const misfit = shape(value);
  return misfit === undefined ? { value: value as Thing } : { misfit };
}

/** Returns where something is wrong, and what was expected there, as one phrase. */
export function describeMisfit({ path, expected }: Misfit): string {
  return path === '' ? `expected ${expected}` : `${path}: expected ${expected}`;
}

function below(name: string, { path, expected }: Misfit): Misfit {
  const isJoined = path === '' || path.startsWith('[');
  return { path: isJoined ? `${name}${path}` : `${name}.${path}`, expected };
}
