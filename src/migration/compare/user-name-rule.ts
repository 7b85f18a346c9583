import type { TemplatePart } from '../../bulk/input/map-template.ts';
import { storedUserName } from '../../rules/user-name.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';

/** Returns the names in a template that are not attributes. */
export function unknownNamesIn(parts: readonly TemplatePart[]): readonly string[] {
  return parts.flatMap((part) => ('heading' in part && !isAttribute(part.heading) ? [part.heading] : []));
}

/**
 * Returns a function that sets the userName of a user of A from a template. A user without one of the
 * required values keeps its own userName.
 */
export function createUserNamer(parts: readonly TemplatePart[]): (values: UserValues) => UserValues {
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
