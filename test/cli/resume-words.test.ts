import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine, type RunOptions } from '../support/run-orgctl.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

/** Stops a run of 30 creations after 5 with a service that asks to wait an hour, and returns the hint. */
async function stoppedBy(flags: string, options: RunOptions = {}) {
  const service = await throttlingSandbox('POST', 5);
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

describe('resume command in the hint', () => {
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
  ] as const)('keeps the connection, the rate flags and --yes: %s', async (flags, options, words) => {
    expect((await stoppedBy(flags, options)).words).toBe(words);
  });

  it('finishes the run when typed as printed', async () => {
    const { machine, service, said } = await stoppedBy('--scim-url ORIGIN --token-file TOKEN --yes');
    service.queue.clear();
    const line = /resume: orgctl (.*)$/.exec(said)?.[1] ?? '';
    const resumed = await machine.orgctl(line);
    expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
    expect(await machine.orgctl(line)).toMatchObject({ exit: 0 });
  });

  it('contains no --yes after a confirmation on a terminal', async () => {
    const { words } = await stoppedBy('--scim-url ORIGIN --token-file TOKEN', {
      terminal: 300,
      env: { NO_COLOR: '1' },
      answers: [['Apply ', 'y\r']],
    });
    expect(words).toBe(
      '5 done, 25 left; resume: orgctl --scim-url ORIGIN --token-file TOKEN --max-wait 1s bulk resume RUN',
    );
  });
});

/** A run of 12 creations, two of which the service refuses, and optionally again when retried. */
async function partlyRefused(again: 'always' | 'once' = 'once') {
  const refused = {
    method: 'POST',
    do: 'answer',
    status: 400,
    body: { Errors: { description: 'title_too_long', code: 400 } },
    nth: 3,
    times: 2,
  };
  const later = { ...refused, nth: 11 };
  const service = await faultySandbox(demoOrganization(), again === 'once' ? [refused] : [refused, later]);
  const machine = freshMachine();
  const rows = Array.from({ length: 12 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  writeFileSync(machine.path('token'), SANDBOX_TOKEN);
  const connection = `--scim-url ${service.origin} --token-file ${machine.path('token')}`;
  const ran = await machine.orgctl(`${connection} bulk apply ${machine.path('people.csv')} --yes`);
  return { machine, connection, ran };
}

describe('run with failed rows', () => {
  it('prints the progress and the retry command, at its end and in its record', async () => {
    const { machine, connection, ran } = await partlyRefused();
    expect(ran.exit).toBe(3);
    const end = /error: 2 of 12 changes failed\nhint: (.*)\n$/.exec(ran.stderr)?.[1];
    expect(end).toMatch(
      /^10 done, 2 failed, 0 left; retry: orgctl --scim-url \S+ --token-file \S+ bulk resume \S+ --retry-failed --yes$/,
    );
    const shown = await machine.orgctl(`${connection} bulk runs show latest`);
    expect(shown.stderr).toContain(`${end}\n`);
    const words = /retry: orgctl (.*)$/.exec(end ?? '')?.[1] ?? '';
    expect(await machine.orgctl(words)).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('12 created'),
    });
    expect((await machine.orgctl(`${connection} bulk runs show latest`)).stderr).not.toContain('left;');
  });
});

describe('run whose failed rows fail again', () => {
  const managed = async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('groups.csv'), 'group,member\nAll admins,clara.voss\nIT,tomas.rey\n');
    const ran = await machine.orgctl(`-p sandbox bulk apply ${machine.path('groups.csv')} --yes`);
    return { machine, ran };
  };
  const MANAGED =
    '1 done, 1 failed, 0 left; a retry will not help if the service itself manages the members of All admins: ' +
    'remove the rows, and change the members at their source; see: orgctl explain group_members_create_failed\n';

  it('offers no retry for a group managed by the service', async () => {
    const { machine, ran } = await managed();
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain(`error: 1 of 2 changes failed\nhint: ${MANAGED}`);
    for (const line of ['runs show latest', 'resume latest', 'resume latest --retry-failed --yes'])
      expect((await machine.orgctl(`-p sandbox ${line}`)).stderr).toContain(MANAGED);
  });

  it('reports when to retry if the same changes failed again', async () => {
    const { machine, connection, ran } = await partlyRefused('always');
    expect(ran.stderr).toContain('10 done, 2 failed, 0 left; retry: orgctl ');
    const words = /retry: orgctl (.*)$/m.exec(ran.stderr)?.[1] ?? '';
    const again = await machine.orgctl(words);
    const end =
      /10 done, 2 failed, 0 left; a retry will not help until the cause is fixed: the same changes failed again; then retry: orgctl (--scim-url \S+ --token-file \S+ bulk resume \S+ --retry-failed --yes)\n/;
    expect(again.exit).toBe(3);
    expect(again.stderr).toMatch(end);
    const shown = await machine.orgctl(`${connection} bulk runs show latest`);
    expect(shown.stderr).toMatch(end);
    expect(await machine.orgctl(end.exec(shown.stderr)?.[1] ?? '')).toMatchObject({ exit: 0 });
  });

  it('explains how --prune can keep users that the service does not deactivate', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('one.csv'), 'userName\nines.harbour\n');
    const ran = await machine.orgctl(
      `-p sandbox bulk apply ${machine.path('one.csv')} --prune --max-deactivate 9 --yes`,
    );
    const why =
      '7 done, 2 failed, 0 left; a retry will not help until the cause is fixed; to make --prune keep mei.tanaka, deploybot, ' +
      'add rows for them or protect them in the profile; see: orgctl explain primary_owner_check_failure; then retry: ';
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining(why) });
    const resumed = await machine.orgctl('-p sandbox bulk resume latest');
    expect(resumed.exit).toBe(3);
    expect(resumed.stderr).toMatch(
      /^run \S+ is complete; 2 of 9 changes failed\nerror: 2 failed changes not retried\n/,
    );
    expect(resumed.stderr).toContain(why);
  });

  it('explains the code when a single command changes such a group', async () => {
    const ran = await freshMachine().orgctl('-p sandbox groups members add "All admins" clara.voss');
    expect(ran).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining('\nhint: orgctl explain group_members_create_failed\n'),
    });
  });
});

describe('single command that is stopped', () => {
  it('mentions no run if nothing was changed', async () => {
    const forbidden = {
      method: 'write',
      do: 'answer',
      status: 403,
      body: { Errors: { description: 'permission_denied', code: 403 } },
      times: 'always',
    };
    const service = await faultySandbox(demoOrganization(), [forbidden]);
    const machine = freshMachine();
    const ended = await machine.orgctl(
      `--scim-url ${service.origin} scim users deactivate clara.voss tomas.rey aroha.ngata samir.aziz --yes`,
      { env: { ORGCTL_TOKEN: SANDBOX_TOKEN } },
    );
    expect(ended.exit).toBe(4);
    expect(ended.stderr).toMatch(
      /error: \d changes in a row were refused: the token lacks permission for this action; 0 of 4 changes made \[permission_denied\]\nhint: run the same command again; nothing was changed\n$/,
    );
    expect(JSON.parse((await machine.orgctl('runs list -o json')).stdout)).toEqual([]);
  });
});

describe('confirmation that is declined or interrupted', () => {
  const terminal = { terminal: 300, env: { NO_COLOR: '1' } } as const;

  it('before a run reports that nothing was sent', async () => {
    const machine = freshMachine();
    const line = '-p sandbox bulk apply examples/people.csv';
    const stopped = await machine.orgctl(line, { ...terminal, answers: [['Apply ', '\u0003']] });
    const said = `stopped; nothing was sent; run it again: orgctl ${line}`;
    expect(stopped.exit).toBe(130);
    expect(stopped.stderr.trimEnd().endsWith(said)).toBe(true);
    const declined = await machine.orgctl(line, { ...terminal, answers: [['Apply ', 'n\r']] });
    expect(declined.exit).toBe(14);
    expect(declined.stderr.replaceAll('\r', '').endsWith('error: declined; nothing was sent\n')).toBe(true);
  });

  it('before resuming a run prints the progress', async () => {
    const { machine, service } = await stoppedBy('--scim-url ORIGIN --token-file TOKEN --yes');
    const line = `--scim-url ${service.origin} --token-file ${machine.path('token')} bulk resume latest`;
    const stands = `5 done, 25 left; resume: orgctl --scim-url ${service.origin} --token-file ${machine.path('token')} bulk resume `;
    const stopped = await machine.orgctl(line, { ...terminal, answers: [['Resume ', '\u0003']] });
    expect(stopped).toMatchObject({
      exit: 130,
      stderr: expect.stringContaining(`stopped; nothing was sent; ${stands}`),
    });
    const declined = await machine.orgctl(line, { ...terminal, answers: [['Resume ', 'n\r']] });
    expect(declined).toMatchObject({ exit: 14, stderr: expect.stringContaining(`hint: ${stands}`) });
  });

  it('is skipped for a complete run, which prints the retry command', async () => {
    const { machine, connection } = await partlyRefused();
    const ran = await machine.orgctl(`${connection} bulk resume latest --yes`);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toMatch(
      /run \S+ is complete; 2 of 12 changes failed\nerror: 2 failed changes not retried\n(.*\n)?hint: 10 done, 2 failed, 0 left; retry: orgctl .* bulk resume \S+ --retry-failed --yes\n/,
    );
  });
});
