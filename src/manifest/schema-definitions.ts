import { BUILTIN_TYPES, PRIMITIVE_TYPES } from '../spec/manifest-builtins.ts';
import { EVENT_TEXTS } from '../spec/manifest-event-texts.ts';
import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import type { TextField } from '../spec/manifest-field-types.ts';
import { SCOPE_TEXTS } from '../spec/manifest-scope-texts.ts';
import { BOT_SCOPES, USER_SCOPES } from '../spec/manifest-scopes.ts';
import { TYPE_TEXTS } from '../spec/manifest-type-texts.ts';
import type { JsonObject } from '../spec/protocol-types.ts';

/**
 * Kinds of words that an editor suggests, each with a description. Other words are accepted: the lists may be
 * older than the service.
 */
type Offer = Exclude<NonNullable<TextField['offers']>, 'runtimes'>;

const NAMES: Readonly<Record<Offer, string>> = {
  events: 'event',
  botScopes: 'botScope',
  userScopes: 'userScope',
  types: 'type',
};

/** Returns a reference to the suggested words for a text. */
export function offerReference(offer: Offer): JsonObject {
  return { $ref: `#/definitions/${NAMES[offer]}` };
}

/** Returns the definitions that such references point to. @param vendor the word before `#/` */
export function schemaDefinitions(vendor: string): JsonObject {
  const prefix = `${vendor}#/types/`;
  const types = [...PRIMITIVE_TYPES, ...BUILTIN_TYPES.map((name) => prefix + name)];
  return {
    [NAMES.events]: offered('An event type.', Object.keys(MANIFEST_EVENTS), eventText),
    [NAMES.botScopes]: offered('A scope of the bot.', BOT_SCOPES, (scope) => SCOPE_TEXTS[scope]),
    [NAMES.userScopes]: offered('A scope of a person.', USER_SCOPES, (scope) => SCOPE_TEXTS[scope]),
    [NAMES.types]: offered(
      'Type of the value: a primitive type, a built-in one, or #/types/NAME of this manifest.',
      types,
      (type) => TYPE_TEXTS[type.startsWith(prefix) ? type.slice(prefix.length) : type],
    ),
  };
}

function eventText(event: string): string {
  const scopes = MANIFEST_EVENTS[event] ?? [];
  return `${EVENT_TEXTS[event] ?? ''}${scopes.length === 0 ? '' : ` Needs ${scopes.join(' or ')}.`}`;
}

function offered(
  description: string,
  words: readonly string[],
  textOf: (word: string) => string | undefined,
): JsonObject {
  return {
    description,
    anyOf: [
      ...words.map((word) => ({ const: word, description: textOf(word) ?? description })),
      { type: 'string' },
    ],
  };
}
