import { Document, stringify, visit } from 'yaml';
import type { Json } from '../spec/protocol-types.ts';
import { escapeJson } from './sanitize.ts';

const OPTIONS = {
  lineWidth: 0,
  aliasDuplicateObjects: false,
  // A block scalar loses leading blanks; and YAML 1.1 reads an unquoted NO as false, not Norway.
  blockQuote: false,
  compat: 'yaml-1.1',
} as const;

/** YAML 1.1 readers refuse a raw tab, U+FFFE and U+FFFF, and misread a lone = or <<. */
const REFUSED_RAW = /[\t\ufffe\uffff]|^(?:=|<<)$/;
const REFUSED_ANYWHERE = /[\t\ufffe\uffff]|(?:^|[-?:] )(?:=|<<)(?::|$)/m;

/**
 * Returns a value as a YAML document that YAML 1.1 readers accept too, without raw characters that a terminal
 * would interpret.
 */
export function toYaml(value: Json): string {
  const text = stringify(value, OPTIONS);
  if (escapeJson(text) === text && !REFUSED_ANYWHERE.test(text)) return text;
  const document = new Document(value, OPTIONS);
  visit(document, {
    Scalar: (_, scalar) => {
      // Characters can be escaped only within double quotes, as in JSON.
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
