import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ShownExchange } from '../../../src/sandbox/inspect/exchange.ts';
import { damagedForms } from '../../support/damaged-forms.ts';
import { freshMachine } from '../../support/run-orgctl.ts';

/** A request with every value that a record may have. */
const WHOLE: ShownExchange = {
  seq: 1,
  request: 1,
  time: '2026-01-02T03:04:05.000Z',
  took: 0.5,
  method: 'POST',
  path: '/scim/v2/Users',
  agent: 'probe/1.0',
  token: 'org owner',
  api: 'SCIM 2.0',
  resource: 'Users',
  operation: 'createUser',
  status: 409,
  outcome: 'refused',
  code: 'username_taken',
  fault: 'throttle',
  refusal: { code: 'username_taken', section: 'SCIM §2.1', rule: 'x', found: 'x', remedy: 'x' },
  sent: { text: '{}', size: 2, type: 'application/json' },
  answered: { text: '{}', size: 2, type: 'application/json' },
};
const MAY_BE_MISSING =
  /^\.(request|operation|status|code|fault|refusal|sent|answered|refusal\.(section|rule|found|remedy)|\w+\.type)$/;

function reporting() {
  const machine = freshMachine();
  const file = machine.path('requests.ndjson');
  return async (...lines: readonly unknown[]) => {
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { exit, stderr } = await machine.orgctl(`sandbox report ${file}`);
    return { exit, stderr: stderr.replaceAll(file, 'FILE') };
  };
}

describe('reading a request written by "sandbox serve --record"', () => {
  it('accepts a complete request and a request without its optional values', async () => {
    const report = reporting();
    expect(await report(WHOLE)).toEqual({ exit: 0, stderr: '' });
    for (const [path, other] of damagedForms(WHOLE, undefined))
      if (MAY_BE_MISSING.test(path)) expect({ path, ...(await report(other)) }).toMatchObject({ exit: 0 });
  });

  it('refuses a missing or mistyped value and names its path', async () => {
    const report = reporting();
    for (const wrong of [undefined, null, [[7]], { a: [7] }])
      for (const [path, other] of damagedForms(WHOLE, wrong)) {
        if (wrong === undefined && MAY_BE_MISSING.test(path)) continue;
        expect({ path, wrong, ...(await report(WHOLE, other)) }).toMatchObject({
          exit: 5,
          stderr: expect.stringContaining(`error: FILE:2: not a recorded request: ${path.slice(1)}`),
        });
      }
  });

  it.each([
    [{ ...WHOLE, time: 'soon' }, 'time: expected an RFC 3339 time'],
    [{ ...WHOLE, outcome: 'x' }, 'outcome: expected done or refused or lost'],
    [[], 'expected an object'],
  ])('refuses an invalid line and says what is expected: case %#', async (line, why) => {
    expect(await reporting()(line)).toEqual({
      exit: 5,
      stderr: `error: FILE:1: not a recorded request: ${why}\nhint: record it: orgctl sandbox serve --record FILE.ndjson\n`,
    });
  });
});
