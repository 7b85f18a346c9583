import type { ChangeOf } from '../../bulk/plan/change.ts';
import type { Consequence } from '../../bulk/plan/consequences.ts';
import { Failure } from '../../failure/failure.ts';
import { knownMethod } from '../../webapi/webapi-client.ts';
import type { ConfirmationPrompt } from './confirm-writes.ts';

/** Returns why a call of this method cannot be undone; undefined if that needs no note. */
export function impliedBy(method: string): readonly Consequence[] | undefined {
  const { permanent, lasting } = knownMethod(method) ?? {};
  if (permanent !== undefined) return ['cannotBeUndone'];
  return lasting === undefined ? undefined : [lasting];
}

/**
 * Returns the prompt before a call whose change is permanent, which --yes does not answer; undefined for any
 * other call.
 * @param confirmed the value of --confirm
 * @throws Failure `usage` if --confirm names something else
 */
export function questionBefore(
  { method, arguments: given }: ChangeOf<'callMethod'>,
  confirmed: string | undefined,
): ConfirmationPrompt | undefined {
  const permanent = knownMethod(method)?.permanent;
  if (permanent === undefined) return undefined;
  // Unchecked arguments may lack the name.
  const name = String(given[permanent.argument] ?? '') || method;
  if (confirmed !== undefined && confirmed !== name)
    throw new Failure(
      'usage',
      `--confirm names ${confirmed}, but the ${permanent.noun} is ${name}; nothing was sent`,
    );
  const about = permanent.action.replace('NAME', () => name);
  return { ask: 'typed', about, name, isTyped: confirmed !== undefined };
}
