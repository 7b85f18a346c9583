import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const HEADING =
  'userName,email,secondaryEmail,displayName,nickName,active,guest,guestExpiration,startDate,photo,givenName,familyName,title,id';

/** Each row, with column and code of its single defect. */
const DEFECTS: readonly (readonly [row: string, column: number, code: string])[] = [
  ['ann,ann@,,,,,,,,,,,,', 5, 'bad_email_address'],
  ['bob,b@x.example,b@@x.example,,,,,,,,,,,', 17, 'bad_email_address'],
  ['cat,c@x.example,C@x.example,,,,,,,,,,,', 17, 'emails_invalid'],
  ['abcdefghijklmnopqrstuv,d@x.example,,,,,,,,,,,,', 1, 'username_too_long'],
  ['here,e@x.example,,,,,,,,,,,,', 1, 'username_not_allowed'],
  ['---,f@x.example,,,,,,,,,,,,', 1, 'username_invalid'],
  ['gus😀,g@x.example,,,,,,,,,,,,', 1, 'invalid_emoji_not_allowed'],
  ['\\clear,h@x.example,,,,,,,,,,,,', 1, 'username_empty'],
  ['ida,\\clear,,,,,,,,,,,,', 5, 'missing_primary_email'],
  ['jan,j@x.example,,@jan,,,,,,,,,,', 18, 'invalid_starts_with_at'],
  [`kim,k@x.example,,${'k'.repeat(81)},,,,,,,,,,`, 18, 'invalid_name_maxlength'],
  ['leo,l@x.example,,Leo 😀,,,,,,,,,,', 18, 'invalid_emoji_not_allowed'],
  ['mia,m@x.example,,Mia <Tan>,,,,,,,,,,', 18, 'invalid_name_specials'],
  ['ned,n@x.example,,everyone,,,,,,,,,,', 18, 'invalid_reserved_word'],
  ['oda,o@x.example,,,abcdefghijklmnopqrstuv,,,,,,,,,', 19, 'long_nickname'],
  ['pia,p@x.example,,,,perhaps,,,,,,,,', 20, 'invalid_attribute_format'],
  ['qiu,q@x.example,,,,multi,,,,,,,,', 20, 'invalid_attribute_format'],
  ['rob,r@x.example,,,,,single,,,,,,,', 21, 'invalid_attribute_format'],
  ['sam,s@x.example,,,,,multi,tomorrow,,,,,,', 27, 'invalid_attribute_format'],
  ['tim,t@x.example,,,,,false,2030-01-01T00:00:00Z,,,,,,', 27, 'invalid_attribute_format'],
  ['uma,u@x.example,,,,,,,2026-02-30,,,,,', 23, 'invalid_attribute_format'],
  ['vic,v@x.example,,,,,,,,/etc/passwd,,,,', 24, 'photos_invalid'],
  ['wes,w@x.example,,,,,,,,,"  ","  ",,', 25, 'invalid_name_required'],
  ['xia,x@x.example,,,,,,,,,,,Boss 🎉,', 27, 'invalid_emoji_not_allowed'],
  ['yan,y@x.example,,,,,,,,,,,,../Groups/S1', 28, 'cannot_decode_user_id'],
  [',,,,,,,,,,,,Nobody,', 1, 'missing_key'],
  ['zoe,ANN2@x.example,,,,,,,,,,,,', 5, 'same_user'],
  ['one,cell,short', 10, 'wrong_cell_count'],
  ['a"b,ab@x.example,,,,,,,,,,,,', 2, 'stray_quote'],
  ['"ab,ab@x.example,,,,,,,,,,,,', 1, 'unclosed_quote'],
];

describe('file with thirty different defects', () => {
  const rows = ['ann2,ann2@x.example,,,,,,,,,,,"two\r\nlines",', ...DEFECTS.map(([row]) => row)];
  const content = `\ufeff${[HEADING, ...rows].join('\r\n')}\r\n`;
  // Line 1 is the header row; lines 2 and 3 are the valid row.
  const expected = DEFECTS.map(([, column, code], index) => `${index + 4}:${column} ${code}`);

  it('has thirty findings with line and column, offline', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), content);
    const { exit, stdout } = await machine.orgctl(`bulk check ${machine.path('people.csv')} -o json`);
    const issues: { code: string; at: { line: number; column: number } }[] = JSON.parse(stdout);
    expect(issues.map(({ code, at }) => `${at.line}:${at.column} ${code}`)).toEqual(expected);
    expect(exit).toBe(5);
  });

  it.each(['plan', 'apply --yes'])('sends nothing on bulk %s', async (command) => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), content);
    const before = await machine.orgctl('-p sandbox scim users list -o json');
    const ran = await machine.orgctl(`-p sandbox bulk ${command} ${machine.path('people.csv')} --debug`);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain('30 findings; nothing was sent');
    expect(ran.stderr).not.toMatch(/POST|PATCH|PUT|DELETE/);
    expect((await machine.orgctl('-p sandbox scim users list -o json')).stdout).toBe(before.stdout);
  });
});
