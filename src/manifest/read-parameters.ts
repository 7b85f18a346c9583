import { isJsonObject } from '../rules/json-value.ts';
import type { Json } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';

export interface Parameter {
  readonly value: Json;
  readonly path: Path;
  readonly isRequired: boolean;
}

/**
 * Returns parameters of either form by name (WEB §9). A version 1 parameter without is_required is optional
 * (assumption `manifest-optional-parameter`).
 */
export function readParameters(container: Json | undefined, path: Path): ReadonlyMap<string, Parameter> {
  const found = new Map<string, Parameter>();
  if (!isJsonObject(container)) return found;
  const { properties, required } = container;
  const isV2 = isJsonObject(properties) && Object.values(properties).every(isJsonObject);
  const names = Array.isArray(required) ? required : [];
  for (const [name, value] of Object.entries(isV2 ? properties : container)) {
    if (!isV2 && !isJsonObject(value)) continue;
    found.set(name, {
      value,
      path: isV2 ? [...path, 'properties', name] : [...path, name],
      isRequired: isV2 ? names.includes(name) : isJsonObject(value) && value['is_required'] === true,
    });
  }
  return found;
}
