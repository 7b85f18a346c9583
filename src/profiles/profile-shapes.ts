import { flag, maybe, oneOf, only, simple, tableOf, text, texts, valuesOf } from '../json/shapes.ts';
import { TOKEN_KINDS } from '../spec/wire.ts';
import { isLimitValue, LIMIT_VALUE_WORDS, PLAN_LIMITS } from './plan-limits.ts';
import { type Profile, type StoredToken, VERSION_CHOICES } from './profile.ts';

/** A profile as the file has it: what is usual may be absent. */
export type StoredProfile = Omit<Partial<Profile>, 'readOnly'> & { readonly readOnly?: boolean };

/** The whole file. */
export interface StoredProfiles {
  readonly current?: string;
  readonly profiles?: Readonly<Record<string, StoredProfile>>;
}

const fromFile = only<Extract<StoredToken, { readonly value: string }>>({ value: text });
const fromCommand = only<Extract<StoredToken, { readonly command: string }>>({ command: text });
const token = simple(
  'an object with "value" or "command", a string',
  (value) => fromFile(value) === undefined || fromCommand(value) === undefined,
);

/** A setting of another shape is a mistake, and not "no limit". */
const profile = only<StoredProfile>({
  name: maybe(text),
  scimBaseUrl: maybe(text),
  webApiBaseUrl: maybe(text),
  scimVersion: maybe(oneOf(VERSION_CHOICES)),
  vendor: maybe(text),
  output: maybe(text),
  quota: maybe(text),
  tokens: maybe(tableOf(TOKEN_KINDS, token)),
  tokenLifetime: maybe(
    simple('a number of seconds above 0', (value) => typeof value === 'number' && value > 0),
  ),
  readOnly: maybe(flag),
  protected: maybe(texts),
  planLimits: maybe(tableOf(Object.keys(PLAN_LIMITS), simple(LIMIT_VALUE_WORDS, isLimitValue))),
});

/** The file that holds all profiles. */
export const storedProfiles = only<StoredProfiles>({
  current: maybe(text),
  profiles: maybe(valuesOf(profile)),
});
