import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { freshMachine, type RunOptions } from '../support/run-orgctl.ts';
import { tiredSandbox } from '../support/tired-sandbox.ts';

/** What a run of 30 creations says that is stopped after 5 by a service that wants an hour. */
async function stoppedBy(flags: string, options: RunOptions = {}) {
  const service = await tiredSandbox('POST', 5);
  const machine = freshMachine();
  const rows = Array.from({ length: 30 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  writeFileSync(machine.path('token'), SANDBOX_TOKEN);
  const line = flags.replace('ORIGIN', service.origin).replace('TOKEN', machine.path('token'));
  const ran = await machine.orgctl(`${line} bulk apply ${machine.path('people.csv')} --max-wait 1s`, options);
  expect(ran.exit).toBe(10);
  const said = /hint:\S* (.*?)\r?\n/.exec(ran.stderr)?.[1] ?? '';
  const words = said
    .replace(service.origin, 'ORIGIN')
    .replace(machine.path('token'), 'TOKEN')
    .replace(/resume \d{8}-\d{6}-\w{5}/, 'resume RUN');
  return { machine, service, words, said };
}

describe('the words that resume a run', () => {
  it.each([
    [
      '--scim-url ORIGIN --token-file TOKEN --yes',
      {},
      '5 done, 25 left; resume: orgctl --scim-url ORIGIN --token-file TOKEN --max-wait 1s bulk resume RUN --yes',
    ],
    [
      '--scim-url=ORIGIN --token-file TOKEN -qy --quota createUser=300/s+60 --rate 500/s',
      {},
      '5 done, 25 left; resume: orgctl --scim-url=ORIGIN --token-file TOKEN --quota createUser=300/s+60 --rate 500/s --max-wait 1s bulk resume RUN --yes',
    ],
    [
      '--scim-url ORIGIN --token-file TOKEN',
      { env: { ORGCTL_YES: '1' } },
      '5 done, 25 left; resume: orgctl --scim-url ORIGIN --token-file TOKEN --max-wait 1s bulk resume RUN --yes',
    ],
  ] as const)('keep the connection, the pace and --yes: %s', async (flags, options, words) => {
    expect((await stoppedBy(flags, options)).words).toBe(words);
  });

  it('finish the run when they are typed as they are shown', async () => {
    const { machine, service, said } = await stoppedBy('--scim-url ORIGIN --token-file TOKEN --yes');
    service.queue.clear();
    const line = /resume: orgctl (.*)$/.exec(said)?.[1] ?? '';
    const resumed = await machine.orgctl(line);
    expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
    expect(await machine.orgctl(line)).toMatchObject({ exit: 0 });
  });

  it('have no --yes where a person said yes', async () => {
    const { words } = await stoppedBy('--scim-url ORIGIN --token-file TOKEN', {
      terminal: 100,
      env: { NO_COLOR: '1' },
      answers: [['Apply ', 'y\r']],
    });
    expect(words).toBe(
      '5 done, 25 left; resume: orgctl --scim-url ORIGIN --token-file TOKEN --max-wait 1s bulk resume RUN',
    );
  });
});
