import { describe, expect, it } from 'vitest';

import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const OWNER = 'xoxp-owner-of-all';

/** A profile with both URLs, two tokens, and the given protection, limits and read-only setting. */
async function stored(flags: string) {
  const { origin } = await listeningSandbox({ token: OWNER });
  const machine = freshMachine();
  const urls = `--scim-url ${origin} --api-url ${origin}/api`;
  const user = await machine.orgctl(`profile add acme ${urls} --token-stdin --no-check ${flags}`, {
    stdin: OWNER,
  });
  expect(user.exit).toBe(0);
  const org = await machine.orgctl('profile add acme --token-kind org --token-stdin', {
    stdin: OWNER,
  });
  expect(org.exit).toBe(0);
  const show = async () => JSON.parse((await machine.orgctl('profile show acme -o json')).stdout);
  return { machine, origin, show };
}

describe('profile add --force', () => {
  it('keeps settings that are not given, and lists the changes', async () => {
    const { machine, origin } = await stored('--protect walt.finch --max-deactivate 3 --read-only');
    const ran = await machine.orgctl('profile add acme --force --protect clara.voss,IT --max-changes 9');
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(
      '"acme" changes: protection (walt.finch → clara.voss, IT), --max-changes (none → 9); other settings are unchanged\n',
    );
    expect(JSON.parse(ran.stdout)).toMatchObject({
      scimBaseUrl: origin,
      webApiBaseUrl: `${origin}/api`,
      readOnly: true,
      protected: ['clara.voss', 'IT'],
      planLimits: { maxDeactivate: 3, maxChanges: 9 },
      tokens: { user: 'stored', org: 'stored' },
    });
  });

  it('replaces a token of one kind and keeps the others', async () => {
    const { machine } = await stored('--protect IT');
    const ran = await machine.orgctl('profile add acme --force --token-command "echo other" --no-check');
    expect(ran.stderr).toContain('"acme" changes: the user token; other settings are unchanged\n');
    expect(JSON.parse(ran.stdout)).toMatchObject({
      protected: ['IT'],
      tokens: { user: 'command', org: 'stored' },
    });
  });

  it('reports that nothing changes', async () => {
    const { machine } = await stored('');
    const { stderr } = await machine.orgctl('profile add acme --force');
    expect(stderr).toContain('"acme" is unchanged\n');
    expect(stderr).not.toContain('stored in');
  });

  it('sends no kept token to another URL', async () => {
    const { machine } = await stored('--protect IT');
    const other = (await listeningSandbox({ token: OWNER })).origin;
    const line = `profile add acme --force --scim-url ${other}`;
    expect(await machine.orgctl(line)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(
        /^error: the tokens of "acme" are for http:\S+ and are not sent to http:\S+: user \(stored\), org \(stored\); nothing was stored\nhint: give the token for it: orgctl profile edit acme --scim-url http:\S+ --token-stdin\n$/,
      ),
    });
    const ran = await machine.orgctl(`${line} --token-stdin --no-check`, { stdin: OWNER });
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(
      'changes: the SCIM URL, the org token is removed; other settings are unchanged\nthe org token was for another host; set one: orgctl profile edit acme --token-kind org --token-stdin\n',
    );
    expect(JSON.parse(ran.stdout)).toMatchObject({ protected: ['IT'], tokens: { user: 'stored' } });
  });

  it('changes the protection as the hint of a refused command suggests', async () => {
    const { machine } = await stored('--protect clara.voss,walt.finch');
    const line = '-p acme scim users patch clara.voss --title X';
    const refused = await machine.orgctl(line);
    expect(refused.exit).toBe(9);
    expect(refused.stderr).toContain(
      'hint: leave them out, or change ORGCTL_PROTECT or the profile: orgctl profile edit NAME --protect NAMES\n',
    );
    expect((await machine.orgctl('profile add acme --force --protect walt.finch')).exit).toBe(0);
    expect((await machine.orgctl(line)).exit).toBe(0);
    expect((await machine.orgctl('-p acme scim users patch walt.finch --title X')).exit).toBe(9);
  });
});

describe('protected names', () => {
  it.each(['clara*;IT', 'clara|IT', 'clara\nIT', 'clara\tIT'])(
    'must be separated by commas: %j',
    async (names) => {
      const env = { ORGCTL_PROTECT: names };
      const read = await freshMachine().orgctl('-p sandbox scim users patch walt.finch --title X', { env });
      expect(read).toMatchObject({ exit: 2, stdout: '' });
      expect(read.stderr).toMatch(/^error: ORGCTL_PROTECT contains .*; separate names with commas\n/);
      const flag = await freshMachine().words([
        ...['profile', 'add', 'acme', '--scim-url', 'http://127.0.0.1:1', '--protect', names],
      ]);
      expect(flag).toMatchObject({ exit: 2, stdout: '' });
      expect(flag.stderr).toContain('--protect contains ');
    },
  );

  it('are looked up when a connection is stored', async () => {
    const { origin } = await listeningSandbox({ token: OWNER });
    const names = 'clara.voss,IT,W1118NVR2,walt.finch@harbour-finch.example,C0RANDOM,no*,nosuch.person';
    const ran = await freshMachine().orgctl(
      `profile add acme --scim-url ${origin} --token-stdin --protect ${names}`,
      { stdin: OWNER },
    );
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain('--protect: no user or group is named "nosuch.person"\n');
    expect(ran.stderr.match(/--protect: no user/g)).toHaveLength(1);
  });
});
