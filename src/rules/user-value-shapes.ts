import { anything, flag, type Shape, shapeByName, text } from '../json/shapes.ts';
import { USER_ATTRIBUTES } from '../spec/user-attributes.ts';

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries(USER_ATTRIBUTES).map(([name, { kind }]) => [name, kind === 'boolean' ? flag : text]),
);

/** Values of a user by attribute name: text, but those that are yes or no. */
export const userValues = shapeByName((name) => SHAPES.get(name));

/**
 * The same, of a file that a later version may have written: an attribute that is unknown here is not looked
 * at.
 */
export const knownUserValues = shapeByName((name) => SHAPES.get(name) ?? anything);
