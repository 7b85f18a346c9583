import type { ScimErrorCode } from '../spec/error-codes.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { SUB_ATTRIBUTES } from '../spec/scim-schemas.ts';
import { inTableSpelling } from './table-spelling.ts';

/** Receives a finding about the types in a request. */
export type ReportShape = (code: ScimErrorCode, path: string, message: string, expected?: string) => void;

/** Returns a string attribute; undefined if it is absent, null, or of another type. Reports another type. */
export function readString(
  holder: JsonObject,
  name: string,
  report: ReportShape,
  path = name,
): string | undefined {
  const value = holder[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  const code = name === 'userName' ? 'username_invalid' : 'invalid_attribute_format';
  report(code, path, `${path} is ${typeName(value)}`, 'a string');
  return undefined;
}

/** Returns a boolean attribute; undefined if it is absent, null, or of another type. Reports another type. */
export function readBoolean(holder: JsonObject, name: string, report: ReportShape): boolean | undefined {
  const value = holder[name];
  if (value === undefined || value === null) return undefined;
  const read = booleanFrom(value);
  if (read === undefined)
    report('invalid_attribute_format', name, `${name} is ${typeName(value)}`, 'true or false');
  return read;
}

/**
 * Reports sub-attributes that are in neither the documents nor the standard.
 * @returns the object with its names spelled as in the table.
 */
export function checkSubNames(
  holder: JsonObject,
  attribute: keyof typeof SUB_ATTRIBUTES,
  report: ReportShape,
  path: string = attribute,
): JsonObject {
  const known: readonly string[] = SUB_ATTRIBUTES[attribute];
  const spelled = inTableSpelling(holder, known);
  for (const name of Object.keys(spelled)) {
    if (known.includes(name)) continue;
    const message = `"${name}" is not a sub-attribute of ${attribute}`;
    report('invalid_request_payload', `${path}.${name}`, message);
  }
  return spelled;
}

/**
 * Reads true and false, also as strings: allowed for roles (SCIM §2.1) and active (assumption
 * `active-as-string`).
 */
export function booleanFrom(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** Returns the type of a value for a message: "an array", "a number". */
export function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
