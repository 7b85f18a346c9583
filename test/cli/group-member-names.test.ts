import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { account, group, organizationOf, TOKENS } from '../support/organization-world.ts';
import { freshMachine, type RunOptions } from '../support/run-orgctl.ts';

const SCREEN = { terminal: 120, env: { NO_COLOR: '1' } } as const;

async function members(words: string, options: RunOptions = {}) {
  const ran = await freshMachine().orgctl(`-p sandbox scim groups members list ${words}`, options);
  expect(ran.exit).toBe(0);
  return ran;
}

describe('scim groups members list', () => {
  it('shows userNames on a terminal', async () => {
    const { stdout } = await members('IT', SCREEN);
    expect(stdout).toBe(
      [
        'Name        Username    User ID',
        'Walt Finch  walt.finch  W1118NVR2',
        'Samir Aziz  samir.aziz  W122HBRI4\n',
      ].join('\n'),
    );
  });

  it('prints the members as the service sends them in a pipe', async () => {
    expect(JSON.parse((await members('IT')).stdout)[0]).toEqual({
      value: 'W1118NVR2',
      display: 'Walt Finch',
    });
    const csv = await members('IT -o csv');
    expect(csv.stdout).toBe('display,value\nWalt Finch,W1118NVR2\nSamir Aziz,W122HBRI4\n');
  });

  it.each([
    ['-o csv', 'userName,value\nwalt.finch,W1118NVR2\nsamir.aziz,W122HBRI4\n'],
    ['-o text', 'walt.finch\tW1118NVR2\nsamir.aziz\tW122HBRI4\n'],
    [
      '-o ndjson',
      '{"userName":"walt.finch","value":"W1118NVR2"}\n{"userName":"samir.aziz","value":"W122HBRI4"}\n',
    ],
  ])('prints userNames with %s if the column is requested', async (format, text) => {
    expect((await members(`IT --columns Username,value ${format}`)).stdout).toBe(text);
  });

  it.each(['email', 'Primary e-mail'])(
    'prints email addresses if the column %s is requested',
    async (name) => {
      const ran = await members(`IT -o csv --columns "userName,${name}"`);
      expect(ran.stdout).toBe(
        'userName,email\nwalt.finch,walt.finch@harbour-finch.example\nsamir.aziz,samir.aziz@harbour-finch.example\n',
      );
    },
  );

  it('has the same columns for one group and for several', async () => {
    const one = await members('IT -o csv --columns group,groupId,display,userName,value');
    const many = await members('IT IT -o csv --columns group,groupId,display,userName,value');
    expect(one.stdout).toMatch(
      /^group,groupId,display,userName,value\nIT,S1118NVR2,Walt Finch,walt\.finch,W1118NVR2\n/,
    );
    expect(many.stdout.startsWith(one.stdout.split('\n').slice(0, 2).join('\n'))).toBe(true);
  });

  it.each([10, 11])(
    'shows userNames of %i members, looked up one by one or in the list of users',
    async (count) => {
      const machine = freshMachine();
      await machine.orgctl('sandbox seed --users 12');
      const { stdout } = await machine.orgctl(
        '-p sandbox scim users list --where "active eq true" -o text --columns userName',
      );
      const names = stdout.trim().split('\n').slice(-count);
      await machine.orgctl(
        `-p sandbox scim groups create Many ${names.map((name) => `--member ${name}`).join(' ')}`,
      );
      const shown = await machine.orgctl(
        '-p sandbox scim groups members list Many --no-pager --debug',
        SCREEN,
      );
      for (const name of names) expect(shown.stdout).toContain(`  ${name}  `);
      const looked = shown.stderr.split('\n').filter((line) => /> GET \S*\/Users\/W/.test(line));
      expect(looked).toHaveLength(count > 10 ? 0 : count);
    },
  );
});

describe('a member who cannot be looked up', () => {
  async function shown(fault: JsonObject) {
    const { origin } = await faultySandbox(
      organizationOf({ users: [account('ada')], groups: [group(['ada'])] }),
      [{ method: 'GET', path: '/scim/*/Users/WADA', times: 'always', do: 'answer', ...fault }],
    );
    return freshMachine().orgctl(`--scim-url ${origin} scim groups members list Team`, {
      ...SCREEN,
      env: { ...SCREEN.env, ORGCTL_TOKEN: TOKENS.owner },
      sleep: async () => {},
    });
  }

  it.each([403, 404])('has no userName if the service responds with %i', async (status) => {
    const ran = await shown({ status, body: {} });
    expect(ran.exit).toBe(0);
    expect(ran.stdout).toMatch(/^ada +WADA$/m);
  });

  it('ends the command if the response is not a user', async () => {
    const ran = await shown({ status: 200, body: '<html>' });
    expect(ran).toMatchObject({ exit: 11, stdout: '' });
    expect(ran.stderr).toContain('error: ');
  });
});
