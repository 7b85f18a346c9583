import { isSameValue } from '../rules/same-value.ts';
import { storedUserName } from '../rules/user-name.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../spec/user-attributes.ts';
import { findByEmail, findByUserName } from './find-user.ts';
import type { ScimClient } from './scim-client.ts';
import type { User } from './user.ts';

/** What became of a create whose answer never came. */
export type SettledCreate =
  | { readonly state: 'created'; readonly user: User }
  /** The service does not have the user: it may be sent. */
  | { readonly state: 'absent' }
  /** Another account has the address or the name. */
  | { readonly state: 'conflict'; readonly user: User; readonly why: string };

/** A write may become visible to reads a moment later; an absence counts only when it is seen twice. In milliseconds. */
export const READ_LAG = 2000;

/**
 * Looks up what became of a create (reliability: no idempotency key, so an ambiguous create is settled by a read). The
 * primary e-mail comes first: the service may have rewritten the userName.
 * @param sentAt when the intent was written, by the service's clock, in milliseconds since 1970.
 */
export async function settleCreate(
  scim: ScimClient,
  sent: UserValues,
  sentAt: number,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<SettledCreate> {
  let user = await lookUpSent(scim, sent);
  if (user === undefined) {
    await sleep(READ_LAG);
    user = await lookUpSent(scim, sent);
  }
  if (user === undefined) return { state: 'absent' };
  const why = reasonAgainst(user, sent, sentAt);
  return why === undefined ? { state: 'created', user } : { state: 'conflict', user, why };
}

async function lookUpSent(scim: ScimClient, sent: UserValues): Promise<User | undefined> {
  const [byEmail] = sent.email === undefined ? [] : await findByEmail(scim, sent.email);
  if (byEmail !== undefined || sent.userName === undefined) return byEmail;
  const [byName] = await findByUserName(scim, storedUserName(sent.userName));
  return byName;
}

/** Values that the service stores as they are sent: all others may be rewritten or dropped (SCIM §2.1, §4.3). */
const KEPT_AS_SENT = [
  'email',
  'givenName',
  'familyName',
  'title',
] as const satisfies readonly UserAttributeName[];

/** `meta.created` has whole seconds. In milliseconds. */
export const CLOCK_GRAIN = 1000;

function reasonAgainst(user: User, sent: UserValues, sentAt: number): string | undefined {
  const created = Date.parse(user.created ?? '');
  if (!Number.isNaN(created) && created + CLOCK_GRAIN < sentAt)
    return `it was created before, at ${user.created}`;
  const differing = KEPT_AS_SENT.find(
    (name) => sent[name] !== undefined && !isSameValue(name, sent, user.values),
  );
  return differing === undefined
    ? undefined
    : `its ${USER_ATTRIBUTES[differing].label.toLowerCase()} is another`;
}
