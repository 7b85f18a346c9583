import type { IsProtected } from '../../bulk/plan/protected-changes.ts';
import { asFailure, Failure } from '../../failure/failure.ts';
import { isUserId } from '../../rules/user-id.ts';
import { exchangeIds } from '../../webapi/exchange-ids.ts';
import type { Context } from '../context.ts';
import { namesInWords } from './where-words.ts';

/** Extends a protection test to workspace-local user IDs. */
export function withLocalIds(isProtected: IsProtected, globalIds: ReadonlyMap<string, string>): IsProtected {
  return (text) => {
    const globalId = globalIds.get(text);
    return isProtected(text) || (globalId !== undefined && isProtected(globalId));
  };
}

/**
 * Returns the global IDs for workspace-local IDs (WEB §4.10).
 * @param hasScim whether users can be looked up over SCIM, which finds them by any name
 * @throws Failure `limit` if it is impossible to tell whether one of them is protected
 */
export async function exchangeLocalIds(
  context: Context,
  named: readonly string[],
  hasScim: boolean,
): Promise<ReadonlyMap<string, string>> {
  const ids = named.filter(isUserId);
  const { profile } = await context.resolved();
  const isNameProtected = (profile.protected ?? []).some((pattern) => !isAnyId(pattern));
  if (!hasScim && named.length > 0 && (isNameProtected || ids.length < named.length))
    throw cannotTellFailure(named, 'names can be looked up only over SCIM', 'add --scim-url');
  const globalIds = new Map<string, string>();
  if (ids.length === 0) return globalIds;
  try {
    const { client } = await context.webApi();
    for await (const batch of exchangeIds(client, ids, { toOld: false }))
      for (const one of batch.ids) if (one.state === 'exchanged') globalIds.set(one.from, one.to);
  } catch (error) {
    const failure = asFailure(error);
    // Outside of an Enterprise organization, each user has a single ID.
    if (failure.code === 'not_enterprise_team') return globalIds;
    throw cannotTellFailure(ids, failure.message, NAME_THEM);
  }
  const left = ids.filter((id) => !globalIds.has(id) && isLikelyId(id));
  if (left.length > 0) throw cannotTellFailure(left, 'the service has no user with this ID', NAME_THEM);
  return globalIds;
}

const NAME_THEM = 'use userNames or e-mail addresses';

/** Whether a pattern is an ID of a user, channel or other resource rather than a name. */
function isAnyId(pattern: string): boolean {
  return /^[A-Z][A-Za-z]?[A-Z0-9]{6,32}$/.test(pattern) && /\d/.test(pattern);
}

/** Whether a word is an ID: short upper-case words such as USER have the same form. */
function isLikelyId(word: string): boolean {
  return /\d/.test(word) || word.length >= MIN_ID_LENGTH;
}

const MIN_ID_LENGTH = 9;

function cannotTellFailure(named: readonly string[], why: string, hint: string): Failure {
  const are = named.length === 1 ? 'is' : 'are';
  return new Failure('limit', `cannot tell whether ${namesInWords(named)} ${are} protected: ${why}`, {
    hint,
  });
}
