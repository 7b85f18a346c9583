import { isJsonObject } from '../rules/json-value.ts';
import type { ManifestField } from '../spec/manifest-field-types.ts';
import type { Json } from '../spec/protocol-types.ts';

/** Boolean words of YAML 1.1, and quoted booleans: their meaning is certain. */
const BOOLEAN_WORD = /^(?:true|false|yes|no|on|off|y|n)$/i;

/** Whether a value has the type of a field, or is certainly meant to have it. */
export function fits(field: ManifestField, value: Json): boolean {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean' || (typeof value === 'string' && BOOLEAN_WORD.test(value));
    case 'integer':
      return Number.isInteger(value) || (typeof value === 'string' && /^\d{1,9}$/.test(value));
    case 'list':
      return Array.isArray(value);
    case 'listOrMap':
      return Array.isArray(value) || isJsonObject(value);
    case 'any':
      return field.isValue !== true || value !== null;
    default:
      return isJsonObject(value);
  }
}
