import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

async function planned(text: string, flags = ''): Promise<string> {
  const machine = freshMachine();
  const file = machine.path('people.csv');
  writeFileSync(file, text);
  return (await machine.orgctl(`-p sandbox bulk plan ${file}${flags}`)).stderr;
}

it.each([
  [
    'without a name',
    'employeeNumber,displayName,groups\n990099,Na,IT\n',
    'userName is missing (username_required)',
  ],
  [
    'without a userName',
    'userName,email,groups\n,na@x.example,IT\n',
    'userName is missing (username_required)',
  ],
  ['without an e-mail', 'userName,email,groups\nna,,IT\n', 'email is missing (email_empty)'],
])('a row %s has one finding, although it joins a group', async (_, text, words) => {
  const said = await planned(text);
  expect(said).toContain(words);
  expect(said).toContain('1 finding;');
  expect(said).not.toContain('no_such_group_members');
});

it('a row of a user to update who does not exist has one finding, although it joins a group', async () => {
  const said = await planned('userName,email,groups\nna,na@x.example,IT\n', ' --mode update');
  expect(said).toContain('does not exist in this organization (no_such_user)');
  expect(said).toContain('1 finding;');
});

it.each([
  ['Mia <Tan>', 'has "<" (U+003C), which a display name cannot have'],
  ['Mia/Bo & Co', 'has "/" (U+002F), which'],
  ['"Mia ""T"" Tan"', 'has a quotation mark, which'],
  ['Mia\tTan', 'has a tab, which'],
  ['"Mia\nTan"', 'has a line break, which'],
  ['"Mia\r\nTan"', 'has a line break, which'],
  ['Mia\u200bTan', 'has the invisible character U+200B, which'],
  ['Mia\u00a0Tan', 'has the invisible character U+00A0, which'],
])('a display name names the character that it cannot have: %j', async (name, words) => {
  expect(await planned(`userName,email,displayName\nmia,mia@x.example,${name}\n`)).toContain(words);
});
