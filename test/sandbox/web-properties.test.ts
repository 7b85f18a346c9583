import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEMO_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { identifier } from '../../src/sandbox/identifiers.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { WEB_ERROR_CODES, type WebErrorCode } from '../../src/spec/webapi-error-codes.ts';
import { WEB_API_METHODS, type WebApiMethod, type WebApiMethodName } from '../../src/spec/webapi-methods.ts';
import { openWebSandbox, said } from '../support/web-service.ts';

const METHODS = Object.keys(WEB_API_METHODS) as WebApiMethodName[];

/** Values that are valid for some method, and values that are valid for none. */
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    ...['T0HARBOUR', 'T0FINCH', 'T0PIER', 'C0SUPPORT', 'C0RANDOM', 'C0LEADERS', 'D0DEPLOY', 'G0LUNCH'],
    ...['A0INTAKE', 'A0DEPLOY', 'Fn010N', 'Fn0INTAKE', 'Wf0INTAKE', 'Wf0DRAFT', '#/workflows/intake'],
    ...['email_password', 'USER', 'everyone', 'named_entities', 'disabled', 'E0HARBOUR', 'file_request'],
    ...[
      identifier('W', 5),
      identifier('U', 5),
      identifier('W', 10),
      '1709658000.000100',
      '',
      null,
      0,
      1,
      500,
    ],
  ),
  fc.boolean(),
  fc.integer(),
  fc.string({ maxLength: 8 }),
  fc.array(fc.constantFrom(identifier('W', 5), identifier('U', 1), 'W0'), { maxLength: 4 }),
);

const call = fc.constantFrom(...METHODS).chain((method) =>
  fc.record({
    method: fc.constant(method),
    args: fc.dictionary(
      fc.constantFrom('limit', 'x', ...Object.keys(WEB_API_METHODS[method].arguments)),
      value,
    ),
    token: fc.constantFrom('none', ...DEMO_TOKENS.map(({ token }) => token)),
  }),
);

/** Codes of a method besides those documented for it, with the reason. */
const FURTHER: { readonly [Name in WebApiMethodName]?: readonly WebErrorCode[] } = {
  // For callers who are not admins, and for an org-level token without a workspace (WEB §5 rules 3 and 4).
  'team.integrationLogs': ['not_an_admin'],
  'admin.conversations.convertToPrivate': ['not_an_admin'],
  'migration.exchange': ['missing_argument'],
};

function isDocumented(method: WebApiMethodName, code: string): boolean {
  const { from } = WEB_ERROR_CODES[code as WebErrorCode];
  if (from === 'everyMethod' || from === 'json') return true;
  const own: readonly string[] = WEB_API_METHODS[method].errors;
  return own.includes(code) || (FURTHER[method]?.some((further) => further === code) ?? false);
}

describe('WEB §7: arbitrary calls', () => {
  it('WEB §7: answers ok or a code documented for the method', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
        const service = await openWebSandbox();
        for (const { method, args, token } of calls) {
          const answer = await service.call(method, args, token);
          expect(answer.status).toBe(200);
          if (said(answer) === 'ok') continue;
          expect(WEB_ERROR_CODES).toHaveProperty(said(answer));
          expect([method, said(answer), isDocumented(method, said(answer))]).toEqual([
            method,
            said(answer),
            true,
          ]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('WEB §4: changes nothing in a refused call or a read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
        const service = await openWebSandbox();
        const { records } = service.sandbox.organization;
        for (const { method, args, token } of calls) {
          const before = JSON.stringify([...records.all()]);
          const isRead = WEB_API_METHODS[method].effect === 'read';
          const isRefused = said(await service.call(method, args, token)) !== 'ok';
          if (isRead || isRefused) expect(JSON.stringify([...records.all()])).toBe(before);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('WEB §1: answers a form like the same arguments in JSON', async () => {
    const text = fc.constantFrom(
      'T0HARBOUR',
      'C0SUPPORT',
      'Fn010N',
      'Wf0INTAKE',
      '1.2',
      '5',
      'true',
      'x y&z=%',
    );
    const args = fc
      .constantFrom(...METHODS)
      .chain((method) =>
        fc.tuple(
          fc.constant(method),
          fc.dictionary(fc.constantFrom(...Object.keys(WEB_API_METHODS[method].arguments), 'extra'), text),
        ),
      );
    await fc.assert(
      fc.asyncProperty(args, async ([method, given]: [WebApiMethodName, JsonObject]) => {
        const json = await (await openWebSandbox()).call(method, asJson(method, given));
        const other = await openWebSandbox();
        const { authorization } = { authorization: `Bearer ${tokenOf(method)}` };
        const form = await other.send({
          path: method,
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(given as Record<string, string>).toString() || 'extra=1',
        });
        expect(form.body).toEqual(json.body);
      }),
      { numRuns: 100 },
    );
  });
});

/** A list is an array in JSON (assumption `types-in-json`). */
function asJson(method: WebApiMethodName, given: JsonObject): JsonObject {
  const { arguments: known }: WebApiMethod = WEB_API_METHODS[method];
  const pairs = Object.entries(given).map(([name, value]) => [
    name,
    known[name]?.type === 'strings' && typeof value === 'string' ? value.split(',') : value,
  ]);
  return Object.fromEntries(pairs);
}

function tokenOf(method: string): string {
  const kinds: readonly string[] = WEB_API_METHODS[method as WebApiMethodName].tokens;
  if (kinds[0] === 'org') return 'sandbox-owner-token';
  return kinds[0] === 'bot' ? 'sandbox-bot-token' : 'sandbox-user-token';
}
