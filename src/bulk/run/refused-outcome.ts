import type { Failure } from '../../failure/failure.ts';
import { isScimErrorCode } from '../../rules/error-code.ts';
import { withoutPartialNote } from '../../scim/service-error.ts';
import type { Outcome } from './journal-record.ts';

/**
 * Returns the outcome of a change that the service reported as failed, if a lookup showed that nothing was
 * done (SCIM §7: failed_to_remove_users_for_linked_subteam and similar codes).
 * @returns undefined if the response had no documented code: the change may still be in progress
 */
export function refusedOutcome({ code, message }: Failure): Outcome | undefined {
  if (code === undefined || !isScimErrorCode(code)) return undefined;
  return { state: 'failed', code, message: withoutPartialNote(message) };
}
