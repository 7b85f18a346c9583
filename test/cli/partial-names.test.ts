import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const HEADING = 'userName,email,displayName,givenName,familyName';

/** A sandbox with two more users named Clara, one with an accent, and one with a hyphen in the name. */
async function withNames() {
  const machine = freshMachine();
  const rows = [
    'c.lind,c.lind@x.example,Clara Lind,Clara,Lind',
    'clara_b,clara.b@x.example,C. Berg,Clara,Berg',
    'zoe.k,zoe.k@x.example,Zoë Kern,Zoë,Kern',
    'jlp,jlp@x.example,Jean-Luc Picard,Jean-Luc,Picard',
  ];
  writeFileSync(machine.path('people.csv'), `${[HEADING, ...rows].join('\n')}\n`);
  await machine.orgctl(`sandbox seed --people ${machine.path('people.csv')}`);
  return machine;
}

describe.each(['1.1', '2.0'])('who with part of a name over SCIM %s', (version) => {
  const who = (name: string) => `-p sandbox --scim-version ${version} who ${name} --query user.userName`;

  it.each([
    ['clara', 'clara.voss'],
    ['CLARA', 'clara.voss'],
    ['voss', 'clara.voss'],
    ['ines', 'ines.harbour'],
    ['Inês', 'ines.harbour'],
  ])('finds the only user named %s', async (name, userName) => {
    const ran = await freshMachine().orgctl(who(name));
    expect(ran).toMatchObject({ exit: 0, stdout: `"${userName}"\n` });
    expect(ran.stderr).toContain(`"${name}" is `);
  });

  it.each(['Jean-Luc', 'jean-luc', 'luc', 'picard'])(
    'finds a name with a hyphen by the whole name and by a part: %s',
    async (name) => {
      const ran = await (await withNames()).orgctl(who(name));
      expect(ran).toEqual({ exit: 0, stdout: '"jlp"\n', stderr: `"${name}" is jlp\n` });
    },
  );

  it('lists several matching users, with a command for one of them', async () => {
    const machine = await withNames();
    const ran = await machine.orgctl(who('clara'));
    expect(ran).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: "clara" matches 3 users: clara.voss, c.lind, clara_b [no_such_user]\n' +
        `hint: orgctl -p sandbox --scim-version ${version} who clara.voss\n`,
    });
  });

  it.each(['clip', 'clara.vos', 'clara@x.example', 'c'])('finds no user by %s', async (name) => {
    const ran = await (await withNames()).orgctl(who(name));
    expect(ran.exit).toBe(6);
    expect(ran.stderr).toContain(
      `"${name}" [no_such_user]\nhint: orgctl -p sandbox --scim-version ${version} scim users list --filter`,
    );
  });
});

it.each(['users get clara', 'users deactivate clara --yes', 'offboard clara --yes', 'who clara nobody'])(
  'part of a name is not accepted by %s',
  async (line) => {
    const ran = await freshMachine().orgctl(`-p sandbox ${line}`);
    expect(ran.exit).toBe(line.startsWith('who') ? 3 : 6);
    expect(ran.stderr).toContain('no user has the userName "clara"');
  },
);
