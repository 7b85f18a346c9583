// cspell:ignore tanka tanaak tanakaa finhc ana meitanaka
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
  user('W3', 'u1000005', 'u1000005@x.example'),
]);

describe('a name that is nobody', () => {
  it.each([
    ['mei.tanka', ' (did you mean "mei.tanaka"?)'],
    ['Mei.Tanaak', ' (did you mean "mei.tanaka"?)'],
    ['mei.tanakaa', ' (did you mean "mei.tanaka"?)'],
    ['meitanaka', ' (did you mean "mei.tanaka"?)'],
    ['mei.tanka@x.example', ' (did you mean "mei.tanaka@x.example"?)'],
    // Two slips, another letter, another digit, another domain, a short name, nothing.
    ['mei.tanak.', ''],
    ['nei.tanaka', ''],
    ['u1000006', ''],
    ['u100005', ''],
    ['u10000055', ''],
    ['u1000050', ''],
    ['mei.tanaka@y.example', ''],
    ['bob', ''],
    ['', ''],
  ])('%j suggests%s', (name, question) => {
    expect(new SimilarUsers(SNAPSHOT).question(name)).toBe(question);
  });

  it('may be a user whom the file creates', () => {
    const similar = new SimilarUsers(SNAPSHOT, (name) => name === 'anna.lind');
    expect(similar.question('ana.lind')).toBe(' (did you mean "anna.lind"?)');
  });

  it('has a suggestion only among the first 100 names', () => {
    const similar = new SimilarUsers(SNAPSHOT);
    const questions = Array.from({ length: 101 }, () => similar.question('mei.tanka'));
    expect(questions.slice(0, 100)).toEqual(Array(100).fill(' (did you mean "mei.tanaka"?)'));
    expect(questions[100]).toBe('');
  });
});

const NOBODY = 'is neither in the organization nor in this file (did you mean';
it.each([
  [
    'userName,email,manager\nnew.one,new.one@x.example,walt.finhc\n',
    '',
    `:2 manager: "walt.finhc" ${NOBODY} "walt.finch"?)`,
  ],
  [
    'userName,email,manager\nanna.lind,anna.lind@x.example,\nnew.one,new.one@x.example,ana.lind\n',
    '',
    `:3 manager: "ana.lind" ${NOBODY} "anna.lind"?)`,
  ],
  // Nobody is their own manager.
  [
    'userName,email,manager\nanna.lind,anna.lind@x.example,ana.lind\n',
    '',
    ':2 manager: "ana.lind" is neither in the organization nor in this file (unknown_user)',
  ],
  [
    'userName,manager\nclara.voss,clara.vos\n',
    '',
    ':2 manager: "clara.vos" is neither in the organization nor in this file (unknown_user)',
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
    'userName,title,employeeNumber\nclara.voss,Lead,99999\n',
    ' --mode update --match employeeNumber',
    'userName: clara.voss (W12L3NPDN) exists, but the columns that identify users do not find this user',
  ],
  [
    'userName,title,employeeNumber\nclara.voss,Lead,99999\n',
    ' --match employeeNumber',
    'cannot create "clara.voss": email is missing; clara.voss (W12L3NPDN) exists, but the columns that identify users do not find this user',
  ],
  [
    'userName\nclara.voss@harbour-finch.example\n',
    ' --mode deactivate',
    'userName: clara.voss (W12L3NPDN) exists, but the columns that identify users do not find this user',
  ],
  ['group,member\nIT,clara.vos\n', '', `:2 member: "clara.vos" ${NOBODY} "clara.voss"?)`],
])('bulk plan suggests a user: %j%s', async (text, flags, message) => {
  const machine = freshMachine();
  writeFileSync(machine.path('in.csv'), text);
  const { exit, stderr } = await machine.orgctl(`-p sandbox bulk plan ${machine.path('in.csv')}${flags}`);
  expect({ exit, stderr }).toEqual({ exit: 5, stderr: expect.stringContaining(message) });
});
