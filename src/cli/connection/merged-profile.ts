import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../failure/failure.ts';
import { BASE_URLS } from '../../profiles/base-url.ts';
import type { Profile } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-named.ts';
import type { Profiles } from '../../profiles/read-profiles.ts';
import { changesIn } from './replaced-profile.ts';

/** A change of one profile: what was read, undefined if there was none, and what to store. */
export interface ProfileChange {
  readonly before: Profile | undefined;
  readonly after: Profile;
}

/** Settings that describe a connection: none of them may be combined with a URL that was set meanwhile. */
const CONNECTION = [...BASE_URLS, 'scimVersion', 'vendor', 'tokens'] as const;

/**
 * Returns the profile to store: the one that is stored now, with the settings that the change sets. Others
 * may have changed it while a prompt was open or the service was tested.
 * @throws Failure `stale` if others removed or added the profile, changed the same setting, or changed the
 * URLs or tokens to which a new token or URL belongs
 */
export function mergedProfile(stored: Profiles, { before, after }: ProfileChange): Profile {
  const { name } = after;
  const now = profileNamed(stored, name);
  if (before === undefined) {
    if (now === undefined) return after;
    throw staleFailure(`profile "${name}" was added meanwhile`, name);
  }
  if (now === undefined) throw staleFailure(`profile "${name}" was removed meanwhile`);
  if (collides(before, after, now))
    throw staleFailure(`profile "${name}" was changed meanwhile: ${changesIn(before, now).join(', ')}`, name);
  const limits = merged(before.planLimits ?? {}, after.planLimits ?? {}, now.planLimits ?? {});
  return {
    ...merged(before, after, now),
    ...(Object.keys(limits).length === 0 ? {} : { planLimits: limits }),
    tokens: merged(before.tokens, after.tokens, now.tokens),
  };
}

function staleFailure(message: string, name?: string): Failure {
  const look = name === undefined ? 'orgctl profile list' : `orgctl -p ${name} profile show`;
  return new Failure('stale', `${message}; nothing was stored`, {
    hint: `look at what is stored now, then repeat the command: ${look}`,
  });
}

/** Whether a change, and what others changed meanwhile, cannot both be kept. */
function collides(before: Profile, after: Profile, now: Profile): boolean {
  const { tokens: _, planLimits: __, ...settings } = { ...before, ...after, ...now };
  const differ = (one: Profile, other: Profile, names: readonly (keyof Profile)[]) =>
    names.some((name) => !isDeepStrictEqual(one[name], other[name]));
  const isLost = (names: readonly (keyof Profile)[]) =>
    differ(before, now, names) && differ(after, now, names);
  return (
    areBothChanged(before, after, now, keysOf(settings)) ||
    areBothChanged(before.tokens, after.tokens, now.tokens) ||
    areBothChanged(before.planLimits ?? {}, after.planLimits ?? {}, now.planLimits ?? {}) ||
    // A token belongs to the hosts it was given for.
    (differ(before, after, CONNECTION) && isLost(BASE_URLS)) ||
    (differ(before, after, BASE_URLS) && isLost(['tokens']))
  );
}

/** Whether one of the properties was changed to two different values. */
function areBothChanged<Values extends object>(
  before: Values,
  after: Values,
  now: Values,
  names: readonly (keyof Values)[] = keysOf({ ...before, ...after, ...now }),
): boolean {
  const isSame = isDeepStrictEqual;
  return names.some(
    (name) =>
      !isSame(before[name], after[name]) &&
      !isSame(before[name], now[name]) &&
      !isSame(after[name], now[name]),
  );
}

/** Returns the values stored now, with those that differ between `before` and `after` as in `after`. */
function merged<Values extends object>(before: Values, after: Values, now: Values): Values {
  const values = { ...now };
  for (const name of keysOf({ ...before, ...after })) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    if (after[name] === undefined) Reflect.deleteProperty(values, name);
    else values[name] = after[name];
  }
  return values;
}

function keysOf<Values extends object>(values: Values): readonly (keyof Values)[] {
  const names: (keyof Values)[] = [];
  for (const name in values) names.push(name);
  return names;
}
