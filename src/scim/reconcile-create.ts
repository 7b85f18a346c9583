import { Failure } from '../failure/failure.ts';
import { isSameValue } from '../rules/same-value.ts';
import { storedUserName } from '../rules/user-name.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../spec/user-attributes.ts';
import { mismatchedResponse } from './answered-for.ts';
import { findByEmail, findByUserName } from './find-user.ts';
import type { ScimClient } from './scim-client.ts';
import type { User } from './user.ts';

/** The outcome of a create that got no response. */
export type CreateOutcome =
  | { readonly state: 'created'; readonly user: User }
  /** The service does not have the user; the create may be sent again. */
  | { readonly state: 'absent' }
  /** Another account has the address or the userName. */
  | { readonly state: 'conflict'; readonly user: User; readonly why: string };

/**
 * Milliseconds until a write is visible to reads. An absence counts only if a second look-up after this time
 * confirms it.
 */
export const READ_LAG = 2000;

/**
 * Determines the outcome of a create that got no response. Looks up the primary e-mail first, because the
 * service may have rewritten the userName.
 * @param sentAt when the intent was written, by the service's clock, in milliseconds since 1970.
 */
export async function reconcileCreate(
  scim: ScimClient,
  sent: UserValues,
  sentAt: number,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<CreateOutcome> {
  let user = await lookUpSent(scim, sent);
  if (user === undefined) {
    await sleep(READ_LAG);
    user = await lookUpSent(scim, sent);
  }
  if (user === undefined) return { state: 'absent' };
  const why = mismatchReason(user, sent, sentAt);
  return why === undefined ? { state: 'created', user } : { state: 'conflict', user, why };
}

/** Returns the user who has the address or the userName of a user to be created; the address comes first. */
export async function lookUpSent(scim: ScimClient, sent: UserValues): Promise<User | undefined> {
  const [byEmail] = sent.email === undefined ? [] : await findByEmail(scim, sent.email);
  if (byEmail !== undefined || sent.userName === undefined) return byEmail;
  const [byName] = await findByUserName(scim, storedUserName(sent.userName));
  return byName;
}

/** Attributes that the service stores as sent. It may rewrite or drop all others (SCIM §2.1, §4.3). */
const KEPT_AS_SENT = [
  'email',
  'givenName',
  'familyName',
  'title',
] as const satisfies readonly UserAttributeName[];

/** Resolution of `meta.created`, in milliseconds. */
const CLOCK_GRAIN = 1000;

/** Whether a resource existed before its create was sent; false if it has no creation time. */
export function isOlder({ created }: Pick<User, 'created'>, sentAt: number): boolean {
  const createdAt = Date.parse(created ?? '');
  return !Number.isNaN(createdAt) && createdAt + CLOCK_GRAIN < sentAt;
}

/**
 * Whether the user in the response to a create is the user that was sent. The service may rewrite the
 * userName but keeps the address.
 */
export function isSentUser({ values }: Pick<User, 'values'>, sent: UserValues): boolean {
  return (['email', 'userName'] as const).some(
    (name) => sent[name] !== undefined && values[name] !== undefined && isSameValue(name, sent, values),
  );
}

/**
 * Verifies the resource in a response to a create that does not match the request: either the service rewrote
 * all values, or the response is about another resource.
 * @param noun such as `a user`
 * @param read reads the resource by the ID of the response.
 * @throws Failure `unknownOutcome` unless the resource exists and was created after `sentAt`.
 */
export async function expectCreated(
  noun: string,
  id: string,
  sentAt: number,
  read: () => Promise<Pick<User, 'created'>>,
): Promise<void> {
  try {
    if (!isOlder(await read(), sentAt)) return;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  throw mismatchedResponse('unknownOutcome', noun, id, undefined);
}

function mismatchReason(user: User, sent: UserValues, sentAt: number): string | undefined {
  if (isOlder(user, sentAt)) return `it was created earlier, at ${user.created}`;
  const differing = KEPT_AS_SENT.find(
    (name) => sent[name] !== undefined && !isSameValue(name, sent, user.values),
  );
  return differing === undefined
    ? undefined
    : `its ${USER_ATTRIBUTES[differing].label.toLowerCase()} is different`;
}
