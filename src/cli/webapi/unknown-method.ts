import { Failure } from '../../failure/failure.ts';
import { asQuestion, suggest } from '../../rules/suggest.ts';
import { WEB_API_METHODS } from '../../spec/webapi-methods.ts';
import { defined } from '../../values/defined.ts';
import { keysOf } from '../../values/keys-of.ts';
import { refusalOf } from '../../webapi/service-refusal.ts';
import type { Context } from '../context.ts';
import { describedMethods } from './api-arguments.ts';

/** The hint that leads to the list of the methods. */
export const LIST_METHODS = 'list the methods that orgctl knows: orgctl api --describe';

/**
 * Returns the method that a mistyped name most likely means. @param isSandbox whether it may be one that the
 * sandbox alone has
 */
export async function methodMeant(name: string, isSandbox = true): Promise<string | undefined> {
  if (!isSandbox) return suggest(name, keysOf(WEB_API_METHODS));
  const methods = await describedMethods();
  return suggest(
    name,
    methods.map((method) => method.name),
  );
}

/**
 * Adds to the refusal of a method that orgctl does not know which one may be meant, and at the sandbox that
 * it has no other.
 * @returns any other error as it is
 */
export async function tellingMeant(context: Context, method: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== 'unknown_method') return error;
  const { isSandbox } = await context.resolved();
  const meant = await methodMeant(method, isSandbox);
  if (meant === undefined && !isSandbox) return error;
  const { kind, code, issues, message } = error;
  const more = isSandbox
    ? '; of the methods of the service, the sandbox has only those that orgctl knows'
    : '';
  return new Failure(kind, `${message}${asQuestion(meant)}${more}`, {
    code,
    issues,
    cause: error,
    hint: meant === undefined ? LIST_METHODS : `orgctl api ${meant}`,
    ...defined({ status: error.status }),
  });
}

/**
 * Refuses a method that the built-in sandbox does not have, so that no run is begun for it. Of a service
 * nobody knows.
 * @throws Failure `refused` in the words of the service
 */
export async function refuseUnknownMethod(context: Context, method: string): Promise<void> {
  if (!(await context.resolved()).isSandbox) return;
  const { methodNamed } = await import('../../sandbox/web-service.ts');
  if (methodNamed(method) !== undefined) return;
  throw refusalOf(method, { ok: false, error: 'unknown_method' }, { effect: 'read', status: 200 });
}
