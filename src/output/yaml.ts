import { Document, stringify, visit } from 'yaml';
import type { Json } from '../spec/protocol-types.ts';
import { escapeJson } from './sanitize.ts';

const OPTIONS = {
  lineWidth: 0,
  aliasDuplicateObjects: false,
  // A block loses blanks at its begin; and to a reader of YAML 1.1 an unquoted NO is false, not Norway.
  blockQuote: false,
  compat: 'yaml-1.1',
} as const;

/**
 * Readers of YAML 1.1 refuse a raw tab and the two last characters of the first plane, or take a lone = or <<
 * for something else.
 */
const REFUSED_RAW = /[\t\ufffe\uffff]|^(?:=|<<)$/;
const REFUSED_ANYWHERE = /[\t\ufffe\uffff]|(?:^|[-?:] )(?:=|<<)(?::|$)/m;

/**
 * Returns a value as a YAML document that readers of 1.1 take too, and in which nothing is left raw that a
 * terminal would obey.
 */
export function toYaml(value: Json): string {
  const text = stringify(value, OPTIONS);
  if (escapeJson(text) === text && !REFUSED_ANYWHERE.test(text)) return text;
  const document = new Document(value, OPTIONS);
  visit(document, {
    Scalar: (_, scalar) => {
      // Only within double quotes a character can be escaped, there as in JSON.
      const { value } = scalar;
      if (typeof value === 'string' && (escapeJson(value) !== value || REFUSED_RAW.test(value)))
        scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeJson(document.toString(OPTIONS)).replace(
    /[\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
}
