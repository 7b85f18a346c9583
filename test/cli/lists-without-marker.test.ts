import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** A machine whose command lines may contain PEOPLE and TEAMS for two files. */
function withLists() {
  const machine = freshMachine();
  const people = machine.path('people.csv');
  const teams = machine.path('teams.txt');
  writeFileSync(people, 'E-Mail\nclara.voss\ntomas.rey\n');
  writeFileSync(teams, 'IT\n');
  const named = (text: string) => text.replaceAll('PEOPLE', people).replaceAll('TEAMS', teams);
  const plain = (text: string) => text.replaceAll(people, 'PEOPLE').replaceAll(teams, 'TEAMS');
  return async (words: string, stdin?: string) => {
    const ran = await machine.orgctl(`-p sandbox ${named(words)}`, stdin === undefined ? {} : { stdin });
    return { ...ran, stderr: plain(ran.stderr) };
  };
}

describe('a file name given as a user or group', () => {
  it.each([
    ['users deactivate PEOPLE', 'users deactivate @PEOPLE'],
    ['offboard PEOPLE -n', 'offboard @PEOPLE -n'],
    ['who PEOPLE', 'who @PEOPLE'],
    ['scim groups members set IT PEOPLE', 'scim groups members set IT @PEOPLE'],
    ['scim groups members set PEOPLE clara.voss', undefined],
    ['scim groups create Crew --member PEOPLE', 'scim groups create Crew --member @PEOPLE'],
    ['scim groups create Crew --member=PEOPLE', 'scim groups create Crew --member=@PEOPLE'],
    ['scim groups delete TEAMS', 'scim groups delete @TEAMS'],
    ['users deactivate PEOPLE nobody', 'users deactivate @PEOPLE nobody'],
    ['offboard clara.voss --manager-to PEOPLE', undefined],
    ['users deactivate PEOPLE.bak', undefined],
  ])('is answered with a hint to use @FILE: %s', async (words, meant) => {
    const { exit, stderr } = await withLists()(words);
    expect(exit).toBe(6);
    const hint = / reads the file as a list: orgctl -p sandbox (.+)\n$/.exec(stderr)?.[1];
    expect(hint).toBe(meant);
  });

  it('is answered without the command if the line is too long', async () => {
    const { stderr } = await withLists()(`users patch PEOPLE --title ${'x'.repeat(3000)}`);
    expect(stderr).toMatch(/^hint: @PEOPLE reads the file as a list\n$/m);
  });

  it('is read by the command of the hint', async () => {
    const run = withLists();
    expect((await run('users deactivate @PEOPLE -n')).exit).toBe(0);
  });
});

describe('a list on stdin without "-"', () => {
  it.each([
    ['users deactivate', 'name users, or - to read a list on stdin: orgctl users deactivate --help'],
    ['groups members list', 'name groups, or - to read a list on stdin: orgctl groups members list --help'],
    ['groups members set IT', 'name users, or @FILE with one on a line; - is stdin'],
    ['groups members add', 'orgctl groups members add --help'],
  ])('is answered with a hint how to name users: %s', async (words, hint) => {
    const { exit, stderr } = await withLists()(words, 'clara.voss\n');
    expect(exit).toBe(2);
    expect(stderr).toContain(`hint: ${hint}\n`);
  });
});
