import type { Json } from '../spec/protocol-types.ts';

/** Arguments of a call: strings, numbers, booleans, lists of strings; any JSON for undocumented methods. */
export type WebApiArguments = Readonly<Record<string, Json>>;

export const ENCODINGS = ['form', 'json'] as const;
/** The encoding of arguments in the body of a POST (WEB §1). */
export type Encoding = (typeof ENCODINGS)[number];

/** A body and its content type. */
export interface EncodedBody {
  readonly contentType: string;
  readonly body: string;
}

/** Returns the arguments as a query; an array becomes a comma-separated list (WEB §1). */
export function asQuery(values: WebApiArguments): string {
  return formText(values).replaceAll('+', '%20');
}

/**
 * Returns the arguments as the body of a POST. In a form an array is a comma-separated list, so an array with
 * a comma in an element is sent as JSON.
 */
export function asBody(values: WebApiArguments, encoding: Encoding | undefined): EncodedBody {
  if ((encoding ?? fittingEncoding(values)) === 'json') {
    return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(values) };
  }
  // A form is always UTF-8; the service warns about an explicit charset.
  return { contentType: 'application/x-www-form-urlencoded', body: formText(values) };
}

function fittingEncoding(values: WebApiArguments): Encoding {
  const hasComma = Object.values(values).some(
    (value) => isListOfText(value) && value.some((element) => element.includes(',')),
  );
  return hasComma ? 'json' : 'form';
}

function formText(values: WebApiArguments): string {
  const pairs = Object.entries(values).map(([name, value]): [string, string] => [name, valueText(value)]);
  return new URLSearchParams(pairs).toString();
}

/**
 * Returns a value as text in a form. The service also accepts JSON text (OBSERVED §10), which is used if an
 * element contains a comma, if the list would look like JSON, and for all values that are not lists of
 * strings.
 */
function valueText(value: Json): string {
  const isPlain = isListOfText(value) && value.every((element) => !element.includes(','));
  if (isPlain && !/^\s*\[/.test(value[0] ?? '')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isListOfText(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}
