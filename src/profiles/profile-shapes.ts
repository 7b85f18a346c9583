import {
  flag,
  type Members,
  object,
  objectWith,
  oneOf,
  only,
  optional,
  type Shape,
  simple,
  tableOf,
  text,
  texts,
} from '../json/shapes.ts';
import { TOKEN_KINDS } from '../spec/protocol-types.ts';
import { LIMIT_VALUE_WORDS, limitIn, PLAN_LIMITS } from './plan-limits.ts';
import { type Profile, type StoredToken, VERSION_CHOICES } from './profile.ts';

/** A profile as stored in the file; settings that have their default may be absent. */
export type StoredProfile = Omit<Partial<Profile>, 'readOnly'> & { readonly readOnly?: boolean };

/** The content of the profile file. */
export interface StoredProfiles {
  readonly current?: string;
  /** Validated one by one: a damaged profile does not affect the others. */
  readonly profiles?: Readonly<Record<string, unknown>>;
}

const fromFile = only<Extract<StoredToken, { readonly value: string }>>({ value: text });
const fromCommand = only<Extract<StoredToken, { readonly command: string }>>({ command: text });
const token = simple(
  'an object with "value" or "command", a string',
  (value) => fromFile(value) === undefined || fromCommand(value) === undefined,
);

const limit = simple(LIMIT_VALUE_WORDS, (value) => limitIn(value) !== undefined);

/** A setting of the wrong type is an error, never treated as "no limit". */
const PROFILE: Members<StoredProfile> = {
  name: optional(text),
  scimBaseUrl: optional(text),
  webApiBaseUrl: optional(text),
  scimVersion: optional(oneOf(VERSION_CHOICES)),
  vendor: optional(text),
  output: optional(text),
  quota: optional(text),
  tokens: optional(tableOf(TOKEN_KINDS, token)),
  tokenLifetime: optional(
    simple('a number of seconds above 0', (value) => typeof value === 'number' && value > 0),
  ),
  readOnly: optional(flag),
  protected: optional(texts),
  planLimits: optional(tableOf(Object.keys(PLAN_LIMITS), limit)),
};

const STORE: Members<StoredProfiles> = { current: optional(text), profiles: optional(object) };

const whole = objectWith<StoredProfile>(PROFILE);
const spelled = new Map(Object.keys(PROFILE).map((name) => [plain(name), name]));

/**
 * Shape of a stored profile. A misspelled setting is refused: "readonly", for example, would have no effect.
 */
export const profileShape: Shape = (value) => {
  const misfit = whole(value);
  if (misfit !== undefined) return misfit;
  for (const name of unknownNames(value, PROFILE)) {
    const meant = spelled.get(plain(name));
    if (meant !== undefined) return { path: name, expected: `the spelling ${meant}` };
  }
  return undefined;
};

/** Returns the unknown settings of a profile. */
export const unknownSettings = (value: object): readonly string[] => unknownNames(value, PROFILE);
/** Returns the unknown top-level keys of the profile file. */
export const unknownParts = (value: object): readonly string[] => unknownNames(value, STORE);

function unknownNames(value: unknown, members: object): readonly string[] {
  return typeof value !== 'object' || value === null
    ? []
    : Object.keys(value).filter((name) => !Object.hasOwn(members, name));
}

function plain(name: string): string {
  return name.replaceAll(/[-_ ]/g, '').toLowerCase();
}

/** Shape of the profile file. */
export const storedProfiles: Shape = objectWith<StoredProfiles>(STORE);
