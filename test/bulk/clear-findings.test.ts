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
    'no userName',
    'employeeNumber,displayName,groups\n990099,Na,IT\n',
    'userName is missing (username_required)',
  ],
  ['an email, but no userName', 'userName,email,groups\n,new@x.example,IT\n', '(username_required)'],
  ['a userName, but no email', 'userName,email,groups\nnew,,IT\n', 'email is missing (email_empty)'],
  ['an unknown ID', 'id,userName,email,groups\nW0NOBODY0,new,new@x.example,IT\n', '(no_such_user)'],
])('a row with %s has one finding, although it joins a group', async (_, text, finding) => {
  const said = await planned(text);
  expect(said).toContain(finding);
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

it('an unknown group is a finding of its own, also of a row without a userName', async () => {
  const said = await planned('userName,email,groups\n,new@x.example,Nowhere\n');
  expect(said).toContain('userName is missing (username_required)');
  expect(said).toContain('(no_such_group)');
  expect(said).toContain('2 findings;');
});

it.each([
  ['an email', '8001,,boss@x.example', 'boss@x.example', 'username_required'],
  ['a userName', '8001,the.boss,', 'the.boss', 'email_empty'],
  ['a userName that is an address', '8001,boss@x.example,', 'boss@x.example', 'email_empty'],
  ['an employee number', '8001,the.boss,', '8001', 'email_empty'],
  ['an employee number and nothing else', '8001,,', '8001', 'username_required'],
])(
  'a row that cannot be applied is one finding, although other rows name its user as their manager by %s',
  async (_, boss, manager, code) => {
    const reports = ['ann', 'bea'].map((name) => `,${name},${name}@x.example,${manager}\n`).join('');
    const said = await planned(`employeeNumber,userName,email,manager\n${boss},\n${reports}`);
    expect(said).toContain(`(${code})`);
    expect(said).toContain('1 finding;');
    expect(said).not.toContain('unknown_user');
  },
);
