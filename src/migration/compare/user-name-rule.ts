import type { TemplatePart } from '../../bulk/input/map-template.ts';
import { storedUserName } from '../../rules/user-name.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';

/** Returns the names of a template that are no attributes. */
export function unknownNamesIn(parts: readonly TemplatePart[]): readonly string[] {
  return parts.flatMap((part) => ('heading' in part && !isAttribute(part.heading) ? [part.heading] : []));
}

/**
 * Returns what gives a person of A the userName that the template makes; who lacks a value of it keeps the
 * own one.
 */
export function namingUsers(parts: readonly TemplatePart[]): (values: UserValues) => UserValues {
  return (values) => {
    let userName = '';
    for (const part of parts) {
      if ('text' in part) {
        userName += part.text;
        continue;
      }
      const text = isAttribute(part.heading) ? String(values[part.heading] ?? '') : '';
      if (text === '' && !part.isOptional) return values;
      userName += part.steps.reduce((result, step) => step(result), text);
    }
    return { ...values, userName: storedUserName(userName) };
  };
}

function isAttribute(name: string): name is UserAttributeName {
  return Object.hasOwn(USER_ATTRIBUTES, name);
}
