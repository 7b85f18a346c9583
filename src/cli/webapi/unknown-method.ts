import { Failure } from '../../failure/failure.ts';
import { WEB_API_METHODS } from '../../spec/webapi-methods.ts';
import { defined } from '../../values/defined.ts';
import { keysOf } from '../../values/keys-of.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { refusalOf } from '../../webapi/service-refusal.ts';
import type { Context } from '../context.ts';
import { describedMethods } from './api-arguments.ts';

/** Hint with the command that lists the methods. */
export const LIST_METHODS = 'list the methods that orgctl knows: orgctl api --describe';

/**
 * Returns the known method that is most similar to a mistyped name.
 * @param isSandbox whether to include methods that only the sandbox has
 */
export async function suggestMethod(name: string, isSandbox = true): Promise<string | undefined> {
  if (!isSandbox) return suggest(name, keysOf(WEB_API_METHODS));
  const methods = await describedMethods();
  return suggest(
    name,
    methods.map((method) => method.name),
  );
}

/**
 * Adds a suggestion to the refusal of an unknown method; for the sandbox, also that it has no other methods.
 * @returns any other error unchanged
 */
export async function withSuggestion(context: Context, method: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== 'unknown_method') return error;
  const { isSandbox } = await context.resolved();
  const meant = await suggestMethod(method, isSandbox);
  if (meant === undefined && !isSandbox) return error;
  const { kind, code, issues, message } = error;
  const more = isSandbox ? '; the sandbox has only the methods that orgctl knows' : '';
  return new Failure(kind, `${message}${asQuestion(meant)}${more}`, {
    code,
    issues,
    cause: error,
    hint: meant === undefined ? LIST_METHODS : `orgctl api ${meant}`,
    ...defined({ status: error.status }),
  });
}

/**
 * Refuses a method that the built-in sandbox does not have, so that no run is started. The methods of a real
 * service are not known completely.
 * @throws Failure `refused` as the service would report it
 */
export async function refuseUnknownMethod(context: Context, method: string): Promise<void> {
  if (!(await context.resolved()).isSandbox) return;
  const { methodNamed } = await import('../../sandbox/web-service.ts');
  if (methodNamed(method) !== undefined) return;
  throw refusalOf(method, { ok: false, error: 'unknown_method' }, { effect: 'read', status: 200 });
}
