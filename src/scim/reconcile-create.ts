import { Failure } from '../failure/failure.ts';
import { isSameValue } from '../rules/same-value.ts';
import { storedUserName } from '../rules/user-name.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../spec/user-attributes.ts';
import { foreignAnswer } from './answered-for.ts';
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

/**
 * A write may become visible to reads a moment later; an absence counts only when it is seen twice. In
 * milliseconds.
 */
export const READ_LAG = 2000;

/**
 * Looks up what became of a create. The
 * primary e-mail comes first: the service may have rewritten the userName.
 * @param sentAt when the intent was written, by the service's clock, in milliseconds since 1970.
 */
export async function reconcileCreate(
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

/** Returns the user who has the address or the name of one that is created; the address comes first. */
export async function lookUpSent(scim: ScimClient, sent: UserValues): Promise<User | undefined> {
  const [byEmail] = sent.email === undefined ? [] : await findByEmail(scim, sent.email);
  if (byEmail !== undefined || sent.userName === undefined) return byEmail;
  const [byName] = await findByUserName(scim, storedUserName(sent.userName));
  return byName;
}

/**
 * Values that the service stores as they are sent: all others may be rewritten or dropped (SCIM §2.1, §4.3).
 */
const KEPT_AS_SENT = [
  'email',
  'givenName',
  'familyName',
  'title',
] as const satisfies readonly UserAttributeName[];

/** `meta.created` has whole seconds. In milliseconds. */
const CLOCK_GRAIN = 1000;

/** Whether something was there before a create was sent; false where nothing says when it was made. */
export function isOlder({ created }: Pick<User, 'created'>, sentAt: number): boolean {
  const createdAt = Date.parse(created ?? '');
  return !Number.isNaN(createdAt) && createdAt + CLOCK_GRAIN < sentAt;
}

/**
 * Whether the answer to a create is about the user that was sent: the service may rewrite the userName, but
 * keeps the address.
 */
export function isAbout({ values }: Pick<User, 'values'>, sent: UserValues): boolean {
  return (['email', 'userName'] as const).some(
    (name) => sent[name] !== undefined && values[name] !== undefined && isSameValue(name, sent, values),
  );
}

/**
 * Looks at what a create was answered with that is not about what was sent: a service may have rewritten
 * everything, or somebody else has answered.
 * @param noun such as `a user`
 * @param read reads it by the ID of the answer.
 * @throws Failure `unknownOutcome` unless it is there and was made since.
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
  throw foreignAnswer('unknownOutcome', noun, id, undefined);
}

function reasonAgainst(user: User, sent: UserValues, sentAt: number): string | undefined {
  if (isOlder(user, sentAt)) return `it was created before, at ${user.created}`;
  const differing = KEPT_AS_SENT.find(
    (name) => sent[name] !== undefined && !isSameValue(name, sent, user.values),
  );
  return differing === undefined
    ? undefined
    : `its ${USER_ATTRIBUTES[differing].label.toLowerCase()} is another`;
}
