import { anything, flag, type Shape, shapeByName, text } from '../json/shapes.ts';
import { USER_ATTRIBUTES } from '../spec/user-attributes.ts';

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries(USER_ATTRIBUTES).map(([name, { kind }]) => [name, kind === 'boolean' ? flag : text]),
);

/** Shape of a user's values by attribute name: strings, except for booleans. */
export const userValues = shapeByName((name) => SHAPES.get(name));

/** Like userValues, for a file that a later version may have written: unknown attributes are not checked. */
export const knownUserValues = shapeByName((name) => SHAPES.get(name) ?? anything);
