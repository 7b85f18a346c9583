import { isJsonObject } from '../rules/json-value.ts';

/** Whether a value that was read has the shape that is meant. */
export type Shape = (value: unknown) => boolean;

/** A shape for each member of a type: one that is forgotten does not compile. */
export type Members<Thing> = { readonly [Name in keyof Required<Thing>]: Shape };

export const text: Shape = (value) => typeof value === 'string';
export const flag: Shape = (value) => typeof value === 'boolean';
export const number: Shape = (value) => typeof value === 'number';
/** Seconds or milliseconds since 1970 that are a moment. */
export const moment: Shape = (value) => typeof value === 'number' && Math.abs(value) <= 8.64e15;
/** RFC 3339. */
export const instant: Shape = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
export const texts: Shape = listOf(text);

export function maybe(shape: Shape): Shape {
  return (value) => value === undefined || shape(value);
}

export function listOf(shape: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(shape);
}

export function oneOf(words: readonly unknown[]): Shape {
  return (value) => words.includes(value);
}

/** An object with these members; others are not looked at. */
export function thing<Thing extends object>(members: Members<Thing>): Shape {
  const checks = Object.entries<Shape>(members);
  return (value) => isJsonObject(value) && checks.every(([name, shape]) => shape(value[name]));
}

/** An object with any names out of a table, each with a value of this shape. */
export function tableOf(names: object, shape: Shape): Shape {
  return (value) =>
    isJsonObject(value) &&
    Object.entries(value).every(([name, one]) => Object.hasOwn(names, name) && shape(one));
}
