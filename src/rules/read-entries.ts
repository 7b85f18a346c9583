import type { Json, JsonObject } from '../spec/protocol-types.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  type AddressSubAttribute,
  MULTI_VALUED,
  type MultiValued,
} from '../spec/scim-schemas.ts';
import { booleanFrom, checkSubNames, type ReportShape, typeName } from './attribute-shape.ts';
import { isJsonObject } from './json-value.ts';
import type { AddressEntry, Entry, UserOperation } from './user-request.ts';

/**
 * Reads a multi-valued attribute other than addresses (SCIM §2.1); returns undefined if it was not sent. A
 * null value is empty in a patch and absent elsewhere (assumption `null-clears`). In a create, if all e-mails
 * have `primary` false, the first becomes the primary (assumption `not-primary`).
 */
export function readEntries(
  body: JsonObject,
  name: MultiValued,
  report: ReportShape,
  operation: UserOperation,
): readonly Entry[] | undefined {
  const entries = elementsOf(body, name, report)?.flatMap((element, index) => {
    const path = `${name}[${index}]`;
    if (name === 'roles' && typeof element === 'string') return [{ ...NO_ENTRY, value: element }];
    if (isJsonObject(element)) return [readEntry(name, element, path, report, operation)];
    reportElement(name, element, path, report);
    return [];
  });
  const [first, ...others] = entries ?? [];
  const isNewAddress = name === 'emails' && operation === 'create' && first !== undefined;
  return isNewAddress && entries?.every(({ primary }) => primary === false) === true
    ? [{ ...first, primary: true }, ...others]
    : entries;
}

/** Reads the addresses, each with the five supported sub-attributes (SCIM §2.1). */
export function readPostalAddresses(
  body: JsonObject,
  report: ReportShape,
): readonly AddressEntry[] | undefined {
  return elementsOf(body, 'addresses', report)?.flatMap((element, index) => {
    const path = `addresses[${index}]`;
    if (isJsonObject(element)) return [readAddress(element, path, report)];
    reportElement('addresses', element, path, report);
    return [];
  });
}

function elementsOf(body: JsonObject, name: MultiValued, report: ReportShape): readonly Json[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value;
  report('invalid_attribute_format', name, `${name} is ${typeName(value)}`, 'an array');
  return undefined;
}

function readEntry(
  name: MultiValued,
  sent: JsonObject,
  path: string,
  report: ReportShape,
  operation: UserOperation,
): Entry {
  const element = checkSubNames(sent, name, report, path);
  const { value } = element;
  if (value !== undefined && value !== null && typeof value !== 'string') {
    const code = name === 'emails' ? 'email_invalid' : MULTI_VALUED[name];
    report(code, `${path}.value`, `${path}.value is ${typeName(value)}`, 'a string');
  }
  return {
    ...readMarks(name, element, path, report),
    value: typeof value === 'string' ? value : value === null && operation === 'patch' ? '' : undefined,
  };
}

function readAddress(sent: JsonObject, path: string, report: ReportShape): AddressEntry {
  const element = checkSubNames(sent, 'addresses', report, path);
  const parts: { [Name in AddressSubAttribute]?: string } = {};
  for (const part of ADDRESS_SUB_ATTRIBUTES) {
    const value = element[part];
    if (typeof value === 'string') parts[part] = value;
    else if (value !== undefined && value !== null) {
      const message = `${path}.${part} is ${typeName(value)}`;
      report('addresses_invalid', `${path}.${part}`, message, 'a string');
    }
  }
  return { ...readMarks('addresses', element, path, report), parts };
}

/** Reads `type`, `primary` and `operation` of an entry. `primary` of a role may be a string (SCIM §2.1). */
function readMarks(name: MultiValued, element: JsonObject, path: string, report: ReportShape): Entry {
  const mark = <T>(key: string, expected: string, read: (value: Json) => T | undefined) => {
    const value = element[key];
    if (value === undefined || value === null) return undefined;
    const result = read(value);
    if (result === undefined) {
      const shown = typeof value === 'string' ? `"${value}"` : typeName(value);
      report(MULTI_VALUED[name], `${path}.${key}`, `${path}.${key} is ${shown}`, expected);
    }
    return result;
  };
  const operation = mark('operation', 'delete, or nothing', (value) =>
    OPERATIONS.find((known) => known === value),
  );
  return {
    value: undefined,
    type: mark('type', 'a string', (value) => (typeof value === 'string' ? value.toLowerCase() : undefined)),
    primary: mark('primary', 'true or false', name === 'roles' ? booleanFrom : booleanOnly),
    isDeletion: operation === 'delete',
  };
}

function reportElement(name: MultiValued, element: Json, path: string, report: ReportShape): void {
  report(MULTI_VALUED[name], path, `${path} is ${typeName(element)}`, 'an object');
}

const NO_ENTRY = { value: undefined, type: undefined, primary: undefined, isDeletion: false } as const;

/** Without an operation, an entry is added (SCIM §2.2; assumption `entry-operation`). */
const OPERATIONS = ['add', 'delete'] as const;

function booleanOnly(value: Json): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
