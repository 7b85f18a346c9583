import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('--help after an unknown command', () => {
  it.each([
    ['migrate ids --help', 'ids', 'migrate exchange --help'],
    ['-p sandbox migrate ids -h', 'ids', '-p sandbox migrate exchange -h'],
    ['scim users update --help', 'update', 'scim users patch --help'],
    ['scim users nonsense --help', 'nonsense', 'scim users --help'],
    ['nonsense --help', 'nonsense', '--help'],
  ])('%s is refused with a hint to existing help', async (line, word, hint) => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(line);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(`error: unknown command '${word}'`);
    expect(ran.stderr).toContain(`\nhint: orgctl ${hint}\n`);
    expect(await orgctl(hint)).toMatchObject({ exit: 0, stderr: '' });
  });

  it.each(['migrate --help', 'migrate exchange ids --help', 'scim users get clara.voss -h', '--help'])(
    'prints help if the words before it are a command: %s',
    async (line) => {
      expect(await freshMachine().orgctl(line)).toMatchObject({ exit: 0, stderr: '' });
    },
  );
});

describe('hints for words of other tools', () => {
  it('"manifest fix" suggests "manifest lint --fix", which fixes the file', async () => {
    const machine = freshMachine();
    const file = machine.path('bad.json');
    writeFileSync(file, '{"display_information": {"name": "Tides"}, "_metadata": {"major_version": "2"}}');
    const refused = await machine.orgctl(`manifest fix ${file}`);
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toContain(`\nhint: orgctl manifest lint --fix ${file}\n`);
    expect((await machine.orgctl(`manifest lint --fix ${file}`)).stderr).toContain('1 fixed');
  });

  it('"auth" suggests profile add', async () => {
    expect((await freshMachine().orgctl('auth')).stderr).toContain('hint: orgctl profile add\n');
  });

  it.each([
    ['get clara.voss', 'who clara.voss'],
    ['view clara.voss@harbour-finch.example', 'who clara.voss@harbour-finch.example'],
    ['patch clara.voss --title Lead', 'scim users patch clara.voss --title Lead'],
    ['edit clara.voss --title Lead', 'scim users patch clara.voss --title Lead'],
  ])('a userName after a verb suggests a command for users: %s', async (line, words) => {
    const { orgctl } = freshMachine();
    const refused = await orgctl(`-p sandbox ${line}`);
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toContain(`\nhint: orgctl -p sandbox ${words}\n`);
    expect((await orgctl(`-p sandbox ${words}`)).exit).toBe(0);
  });

  it.each(['signout', 'users signout', 'sessions revoke'])(
    '"%s" explains that users cannot be signed out',
    async (words) => {
      const { stderr } = await freshMachine().orgctl(`-p sandbox ${words} tomas.rey`);
      expect(stderr).toContain(
        ': the API cannot sign users out; "orgctl offboard" deactivates the user, which ends all sessions\nhint: orgctl -p sandbox admin sessions tomas.rey\n',
      );
    },
  );

  it.each(['reset', 'invalidate', 'revoke', 'logout'])(
    '"admin sessions %s" looks for a user, and explains that users cannot be signed out',
    async (verb) => {
      const { exit, stderr } = await freshMachine().orgctl(`-p sandbox admin sessions ${verb} tomas.rey`);
      expect(exit).toBe(2);
      expect(stderr).toBe(
        `error: no user is named "${verb}", and the API cannot sign users out; "orgctl offboard" deactivates the user, which ends all sessions\nhint: orgctl -p sandbox admin sessions tomas.rey\n`,
      );
    },
  );

  it('"admin sessions reset nobody" names the user who was not found', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users create --user-name reset --email reset@x.example');
    const { exit, stderr } = await machine.orgctl('-p sandbox admin sessions reset nobody');
    expect(exit).toBe(6);
    expect(stderr).toContain('no user has the userName "nobody"');
    expect(stderr).not.toContain('sign users out');
  });

  it('a single word is explained without repeating the command', async () => {
    const { orgctl } = freshMachine();
    expect((await orgctl('auth')).stderr).toBe("error: unknown command 'auth'\nhint: orgctl profile add\n");
  });
});
