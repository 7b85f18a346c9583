// cspell:ignore tanka tanaak vos finhc walt.finhc clar clra
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SimilarUsers } from '../../src/bulk/plan/similar-users.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { userId } from '../../src/values/ids.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const user = (id: string, userName: string, email: string) => ({
  id: userId(id),
  values: { active: true, userName, email },
});
const SNAPSHOT = snapshotOf([
  user('W1', 'mei.tanaka', 'mei.tanaka@x.example'),
  user('W2', 'bo', 'bo@x.example'),
]);

describe('a name that is nobody', () => {
  it.each([
    ['mei.tanka', ' (did you mean "mei.tanaka"?)'],
    ['Mei.Tanaak', ' (did you mean "mei.tanaka"?)'],
    ['mei.tanaka@x.exmple', ' (did you mean "mei.tanaka@x.example"?)'], // cspell:disable-line
    // Three letters differ, the first letter differs, or the word is short.
    ['mei.tan', ''],
    ['nei.tanaka', ''],
    ['ba', ''],
    ['', ''],
  ])('%j suggests%s', (name, question) => {
    expect(new SimilarUsers(SNAPSHOT).question(name)).toBe(question);
  });

  it('has a suggestion only among the first 20 names', () => {
    const similar = new SimilarUsers(SNAPSHOT);
    const questions = Array.from({ length: 21 }, () => similar.question('mei.tanka'));
    expect(questions.slice(0, 20)).toEqual(Array(20).fill(' (did you mean "mei.tanaka"?)'));
    expect(questions[20]).toBe('');
  });
});

it.each([
  [
    'userName,email,manager\nnew.one,new.one@x.example,walt.finhc\n',
    '',
    'manager: "walt.finhc" is neither in the organization nor in this file (did you mean "walt.finch"?)',
  ],
  [
    'userName,title\nclara.vos,Lead\n',
    '',
    'cannot create "clara.vos": email is missing (did you mean "clara.voss"?)',
  ],
  [
    'userName,title\nclara.vos,Lead\n',
    ' --mode update',
    '"clara.vos" does not exist in this organization (did you mean "clara.voss"?)',
  ],
  [
    'group,member\nIT,clara.vos\n',
    '',
    'member: "clara.vos" is neither in the organization nor in this file (did you mean "clara.voss"?)',
  ],
])('bulk plan suggests a user: %j%s', async (text, flags, message) => {
  const machine = freshMachine();
  writeFileSync(machine.path('in.csv'), text);
  const { exit, stderr } = await machine.orgctl(`-p sandbox bulk plan ${machine.path('in.csv')}${flags}`);
  expect({ exit, stderr }).toEqual({ exit: 5, stderr: expect.stringContaining(message) });
});
