import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';

/**
 * Whether a value of `properties` holds parameters by name, as in version 2, as opposed to being a parameter
 * with that name.
 */
export function holdsParameters(properties: Json | undefined): properties is JsonObject {
  return isJsonObject(properties) && Object.values(properties).every(isJsonObject);
}

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
  const isV2 = holdsParameters(properties);
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
