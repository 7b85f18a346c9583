import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checked, valuesOf } from '../support/checked-people.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('input formats', () => {
  it.each([
    ['a JSON array', '[{"userName":"anna","email":"anna@x.example"}]'],
    [
      'a JSON array on several lines',
      '[\n  {\n    "userName": "anna",\n    "name": { "givenName": "A[}n" },\n    "email": "anna@x.example"\n  }\n]\n',
    ],
    [
      'a response of a directory',
      '{ "next": null, "value": [ { "userName": "anna", "email": "anna@x.example" } ] }',
    ],
  ])('include %s', async (_, content) => {
    expect((await checked(content)).said).toEqual([
      'people.csv: recognized a JSON array',
      'people.csv: 1 row, no findings',
    ]);
  });

  it('report places in objects that span lines', async () => {
    const text =
      '[\n  {\n    "userName": "anna",\n    "email": "anna@"\n  },\n  { "userName": "bo", "email": "bo@" } ]';
    expect((await checked(text)).findings.map((finding) => finding.split(' ')[0])).toEqual([
      'people.csv:4:14',
      'people.csv:6:32',
    ]);
  });

  it.each([
    ['an object that is not JSON', '[{"userName":"anna",}]', 'people.csv:1:21 this is not JSON'],
    ['an object that is never closed', '[{"userName":"anna"', 'people.csv:1:2 this object is never closed'],
    [
      'LDIF without an attribute',
      'dn: uid=a\nmail: a@x.example\nnonsense\n',
      'people.csv:3:1 this line has no attribute',
    ],
    [
      'LDIF of changes',
      'dn: uid=a\nchangetype: delete\n',
      'people.csv:2:1 this is a change record, not an entry',
    ],
    [
      'a workbook',
      Buffer.from('PK\x03\x04xyz'),
      'people.csv:1:1 the file is an Excel workbook or another ZIP file; expected CSV, NDJSON, a JSON array of users, or LDIF; save the sheet as CSV UTF-8 (not_a_source)',
    ],
    ['XML', '<?xml version="1.0"?><a/>', 'people.csv:1:1 the file is XML or HTML'],
    ['XML after blank lines', '\n \n<html></html>', 'people.csv:1:1 the file is XML or HTML'],
  ])('refuse %s with its place', async (_, content, start) => {
    const { exit, findings } = await checked(content);
    expect({ exit, finding: findings[0]?.slice(0, start.length) }).toEqual({ exit: 5, finding: start });
  });

  it.each([
    ['YAML', 'users:\n  - userName: anna\n', 'YAML'],
    ['YAML of a list', '---\n# people\n- userName: anna\n', 'YAML'],
    ['YAML of one user', 'userName: anna\nemail: anna@x.example\n', 'YAML'],
    ['prose', 'Dear all,\nplease find the list attached.\nBest, Jo\n', 'plain text'],
    ['a word', 'hello\n', 'plain text'],
    ['an object on several lines', '{\n  "userName": "anna"\n}\n', 'a JSON object over several lines'],
    ['a single object that contains a list', '{"staff":[{"userName":"anna"}]}', 'a single JSON object'],
    ['settings', '[users]\nname = anna\n', 'a settings file (TOML or INI)'],
    ['a vCard', 'BEGIN:VCARD\nFN:Anna\nEND:VCARD\n', 'a vCard'],
    ['an RTF document', '{\\rtf1 Anna}', 'an RTF document'],
    ['a PDF', '%PDF-1.7\n', 'a PDF'],
    ['an archive', Buffer.from([0x1f, 0x8b, 8, 0]), 'compressed with gzip'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'a PNG image'],
  ])('name %s in a single finding', async (_, content, words) => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, content);
    const finding = new RegExp(
      `people\\.csv:1:1 the file is ${words.replace(/[()]/g, '\\$&')}; expected CSV, NDJSON, a JSON array of users, or LDIF; .* \\(not_a_source\\)\n`,
    );
    const table = await machine.orgctl(`bulk check ${file} -o table`);
    expect(table).toMatchObject({ exit: 5, stdout: expect.stringMatching(finding) });
    expect(table.stdout.trimEnd().split('\n')).toHaveLength(1);
    const text = await machine.orgctl(`bulk check ${file} -o text`);
    expect(text.stdout).toMatch(/\tnot_a_source\tCSV, NDJSON, a JSON array of users, or LDIF; .+\n$/);
    for (const words of [`bulk init-map ${file}`, `-p sandbox bulk plan ${file}`])
      expect(await machine.orgctl(words)).toMatchObject({ exit: 5, stderr: expect.stringMatching(finding) });
  });

  it.each([
    ['unknown headings of a table', 'Foo,Bar\n1,2\n', 'unknown_column'],
    ['the first line of NDJSON that is damaged', '{"userName":"a",\n{"userName":"b"}\n', 'damaged_record'],
    ['a text with an explicit delimiter', 'Foo bar baz bax\n1\n', 'unknown_column', "--delimiter ';'"],
  ])('do not mistake %s for another format', async (_, content, code, flags = '') => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), content);
    const { stdout } = await machine.orgctl(`bulk check ${machine.path('people.csv')} ${flags} -o json`);
    expect(JSON.parse(stdout)[0].code).toBe(code);
  });

  it('include LDIF with folded lines, Base64 and other entries', async () => {
    const text = `version: 1
dn: dc=x
objectClass: domain

dn: uid=anna,dc=x
objectClass: person
userName: anna
email: an
 na@x.example
title:: Q2Fmw6k=
photo:: /9j/
`;
    const { rows, dialect, issues } = await valuesOf(Buffer.from(text), 7);
    expect(dialect).toBe('LDIF; 1 entry is not a person (domain)');
    expect(rows).toEqual([{ userName: 'anna', email: 'anna@x.example', title: 'Café' }]);
    expect(issues).toEqual([
      'unknown_column: unknown column "dn"',
      'unknown_column: unknown column "objectClass"',
    ]);
  });
});
