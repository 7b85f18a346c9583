import { Failure } from '../failure/failure.ts';
import { isSameValue } from '../rules/same-value.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../spec/user-attributes.ts';
import type { Group } from './group.ts';
import { isUnknown } from './groups.ts';
import type { UserPatch } from './user-patch.ts';

/** What a look shows after a write whose answer was lost: done, not (whole) done, or changed by somebody else. */
export type Found = 'done' | 'open' | 'foreign';

/** A write of something that exists, and how to tell what became of it (reliability: the rules by operation). */
export interface SettledWrite<T> {
  readonly send: () => Promise<T>;
  readonly look: () => Promise<T>;
  /** Says what a look has shown, before anything is sent again. */
  readonly compare: (now: T) => Promise<Found>;
}

/** What is as it was is sent again, so often in all. */
const ATTEMPTS = 3;

/**
 * Sends a write. When its answer is lost, what became of it is looked at first: what is done is not sent again, what is as before is, and
 * what somebody else changed since is left alone.
 * @throws Failure `unknownOutcome` when it cannot be told, or the look fails, too.
 */
export async function sendAndSettle<T>({ send, look, compare }: SettledWrite<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      // A look that fails leaves it unknown; it must not look as if nothing had been sent.
      const now = await look().catch((lookUp: unknown) => {
        throw lookUp instanceof Failure ? error : lookUp;
      });
      const found = await compare(now);
      if (found === 'done') return now;
      if (found === 'foreign' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** What a look cannot show: never told, or told late (SCIM §2.1, §4.3 rule 8). */
const NOT_SHOWN: readonly UserAttributeName[] = ['password', 'profileUrl', 'photo'];

/** How a user is, compared with what it was and what was sent. */
export interface ComparedUser {
  readonly found: Found;
  /** Attributes that are neither what they were nor what was sent. */
  readonly foreign: readonly UserAttributeName[];
}

/** Of two calls the first may have been made: then each value is the old or the new one. */
export function compareUser({ set, clear }: UserPatch, before: UserValues, now: UserValues): ComparedUser {
  const touched = USER_ATTRIBUTE_NAMES.filter(
    (name) => !NOT_SHOWN.includes(name) && (set[name] !== undefined || clear.includes(name)),
  );
  const notNew = touched.filter((name) => !isSameValue(name, set, now));
  if (touched.length > 0 && notNew.length === 0) return { found: 'done', foreign: [] };
  const foreign = notNew.filter((name) => !isSameValue(name, before, now));
  return { found: foreign.length > 0 ? 'foreign' : 'open', foreign };
}

/** The same where nobody knows what a request makes of a user: only that nothing was changed can be told. */
export function compareWithBefore(before: UserValues, now: UserValues): ComparedUser {
  const foreign = USER_ATTRIBUTE_NAMES.filter(
    (name) => !NOT_SHOWN.includes(name) && !isSameValue(name, before, now),
  );
  return { found: foreign.length > 0 ? 'foreign' : 'open', foreign };
}

/** The same of a group whose name and members were replaced. */
export function compareGroup(
  wanted: { readonly displayName: string; readonly memberIds: readonly string[] },
  before: Group,
  now: Group,
): Found {
  const [old, current] = [idsOf(before), idsOf(now)];
  const next = new Set(wanted.memberIds);
  const isNamed = now.displayName === wanted.displayName;
  if (isNamed && current.size === next.size && [...next].every((id) => current.has(id))) return 'done';
  const isOpen =
    (isNamed || now.displayName === before.displayName) &&
    [...current].every((id) => old.has(id) || next.has(id)) &&
    [...next].every((id) => current.has(id) || !old.has(id));
  return isOpen ? 'open' : 'foreign';
}

function idsOf({ members }: Group): ReadonlySet<string> {
  return new Set(members.map(({ id }) => id));
}
