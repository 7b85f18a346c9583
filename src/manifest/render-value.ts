import { isJsonObject } from '../rules/json-value.ts';
import type { Json } from '../spec/protocol-types.ts';
import { plainValue } from './yaml-scalars.ts';

/** Words that YAML 1.1 readers do not read as text. */
const WORDS_OF_1_1 = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
/** Text that YAML 1.1 and 1.2 readers accept without quotes, in block and flow style. */
const PLAIN = /^[A-Za-z_/][\w./@+#-]*(?::[\w./@+#-]+)*(?: [\w./@+-][\w./@+#-]*(?::[\w./@+#-]+)*)*$/;

/** Returns a string as YAML, without quotes if every reader reads it as that string. */
export function yamlText(text: string): string {
  return PLAIN.test(text) && !WORDS_OF_1_1.test(text) && plainValue(text) === text
    ? text
    : doubleQuoted(text);
}

/** Characters that JSON accepts in a string, and YAML does not accept or reads as a line break. */
const NOT_IN_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Returns a string in double quotes that every reader of YAML reads as that string. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    NOT_IN_YAML,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns a value on one line, valid anywhere in YAML. */
export function yamlInline(value: Json): string {
  if (typeof value === 'string') return yamlText(value);
  if (Array.isArray(value)) return `[${value.map(yamlInline).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, child]) => `${yamlText(key)}: ${yamlInline(child)}`);
  return entries.length === 0 ? '{}' : `{${entries.join(', ')}}`;
}

/** Returns a key and its value in block style; the first line has no indentation. */
export function yamlEntry(key: string, value: Json, indent: string, end: string): string {
  const deeper = `${indent}  `;
  const name = yamlText(key);
  if (Array.isArray(value) && value.length > 0) {
    return `${name}:${value.map((item: Json) => `${end}${deeper}- ${yamlInline(item)}`).join('')}`;
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const lines = Object.entries(value).map(
      ([child, inner]) => `${end}${deeper}${yamlEntry(child, inner, deeper, end)}`,
    );
    return `${name}:${lines.join('')}`;
  }
  return `${name}: ${yamlInline(value)}`;
}
