import { describe, expect, it } from 'vitest';
import { WEB_API_METHODS, type WebApiMethod } from '../../src/spec/webapi-methods.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { CALLS_BY_NAME } from '../support/web-calls.ts';

const methods: Readonly<Record<string, WebApiMethod>> = WEB_API_METHODS;
const calls = CALLS_BY_NAME.map((line) => [line.split(' ')[1] ?? '', line] as const);

it('a successful call of each method is known (WEB §4)', () => {
  expect(calls.map(([name]) => name).sort()).toEqual(
    Object.keys(methods)
      .filter((name) => name !== 'auth.test')
      .sort(),
  );
});

describe('a repeated call of a method that writes (WEB §4)', () => {
  it.each(calls.filter(([name]) => methods[name]?.effect === 'write'))(
    'succeeds, or is refused with the code for a call that was done already: %s',
    async (name, line) => {
      const machine = freshMachine();
      const call = () => machine.orgctl(`-p sandbox ${line} --yes`);
      expect(await call()).toMatchObject({ exit: 0 });
      const again = await call();
      const code = again.exit === 0 ? undefined : (/\[(\w+)\]\n/.exec(again.stderr)?.[1] ?? again.stderr);
      expect(code).toBe(methods[name]?.doneAlready);
    },
  );
});
