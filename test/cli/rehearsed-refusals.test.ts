import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const GUIDE = readFileSync('docs/sandbox.md', 'utf8');

/** The table of the guide: a code, the seed file, and the command refused with this code. */
const ROWS = [...GUIDE.matchAll(/^\| `(\w+)` \| (?:`(.+?)`)? ?\| `(.+?)` \|$/gm)].map(
  ([, code = '', seed = '', command = '']) => ({ code, seed, command }),
);

it('the sandbox guide shows how to rehearse at least 20 refusals', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(20);
});

describe.each(['1.1', '2.0'])('SCIM §7: refusals rehearsed in the guide, over SCIM %s', (version) => {
  it.each(ROWS)('SCIM §7: $code: $command', async ({ code, seed, command }) => {
    const machine = freshMachine();
    if (seed !== '') {
      writeFileSync(machine.path('seed.yaml'), seed);
      expect(await machine.orgctl(`sandbox seed ${machine.path('seed.yaml')}`)).toMatchObject({ exit: 0 });
    }
    const [, token, line = ''] = /^(?:ORGCTL_TOKEN=(\S+) )?orgctl (.*)$/.exec(command) ?? [];
    const env = token === undefined ? {} : { ORGCTL_TOKEN: token };
    const { exit, stdout, stderr } = await machine.orgctl(
      `--scim-version ${version} -o json --no-input ${line}`,
      { env, sleep: async () => {} },
    );
    expect(stdout).toBe('');
    expect(JSON.parse(stderr.slice(stderr.indexOf('{"')))).toMatchObject({ code });
    expect(exit).toBeGreaterThan(0);
  });
});
