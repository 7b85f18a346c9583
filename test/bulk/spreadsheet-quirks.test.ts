import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const TEXT = 'userName,email\nanna,anna@x.example\n';

/** Findings of a check, each as it is printed. */
async function findingsIn(content: string | Buffer, name = 'people.csv') {
  const machine = freshMachine();
  writeFileSync(machine.path(name), content);
  const { exit, stdout, stderr } = await machine.orgctl(`bulk check ${machine.path(name)} -o table`);
  const own = (text: string) => text.replaceAll(`${machine.home}/`, '');
  return { exit, findings: own(stdout).split('\n').slice(0, -1), stderr: own(stderr) };
}

describe('engine: Input, what spreadsheets make of a file', () => {
  it.each([
    ['a byte order mark and CRLF', `\ufeff${TEXT.replaceAll('\n', '\r\n')}`],
    ['a line sep=,', `sep=,\r\n${TEXT}`],
    ['a group file with a line sep=,', 'sep=,\ngroup,member\nIT,clara.voss\n'],
    ['rows and columns that are blank', 'userName,email,,\n,,,\nanna,anna@x.example,,\n,,,\n"","",,\n'],
    ['blank columns of a group file', 'group,member,\nIT,clara.voss,\n,,\n'],
    ['CR as line end', TEXT.replaceAll('\n', '\r')],
  ])('reads %s', async (_, text) => {
    expect(await findingsIn(text)).toMatchObject({ exit: 0, stderr: 'people.csv: 1 row, no findings\n' });
  });

  const utf16 = (words: string) =>
    `people.csv:1:1 the file is UTF-16; save it as UTF-8, or: iconv -f ${words} -t UTF-8 people.csv > utf8.csv (not_utf8)`;
  const commas = 'expected commas: save it as "CSV UTF-8 (comma delimited)" (wrong_separator)';

  it.each([
    ['UTF-16 with its mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), utf16('UTF-16')],
    ['UTF-16LE without', Buffer.from(TEXT, 'utf16le'), utf16('UTF-16LE')],
    ['UTF-16BE without', Buffer.from(TEXT, 'utf16le').swap16(), utf16('UTF-16BE')],
    [
      'another encoding',
      Buffer.from(TEXT.replaceAll('anna', 'andr\u00e9'), 'latin1'),
      'people.csv:2:5 byte 0xE9 is not UTF-8 text; save it as UTF-8, or: iconv -f WINDOWS-1252 -t UTF-8 people.csv > utf8.csv (not_utf8)',
    ],
    [
      'semicolons',
      TEXT.replaceAll(',', ';'),
      `people.csv:1:9 the cells are separated by semicolons; ${commas}`,
    ],
    [
      'semicolons around quoted headings of a group file',
      '"group";"member"\nIT;clara.voss\n',
      `people.csv:1:8 the cells are separated by semicolons; ${commas}`,
    ],
    ['tabs', TEXT.replaceAll(',', '\t'), `people.csv:1:9 the cells are separated by tabs; ${commas}`],
    [
      'sep=;',
      `sep=;\n${TEXT.replaceAll(',', ';')}`,
      `people.csv:1:5 the cells are separated by semicolons; ${commas}`,
    ],
    [
      'a JSON array',
      '[{"userName":"anna"}]',
      "people.csv:1:1 this is one JSON array; expected NDJSON, one object on a line: jq -c '.[]' people.csv > people.ndjson (json_array)",
    ],
    [
      'a record beyond all bounds',
      `userName,email,title\nanna,anna@x.example,${'x'.repeat(3_000_000)}\nbo,bo@x.example,Cook\n`,
      'people.csv:2:1 this record is longer than 1 MiB (record_too_long)',
    ],
    [
      'a quote that is opened in such a record',
      `userName,email,title\nanna,anna@x.example,"${'x'.repeat(3_000_000)}\nbo,bo@x.example,Cook\n`,
      'people.csv:2:21 a quote is opened here and never closed; expected a cell with a quote in it stands in quotes, and the quote is doubled; for example "a ""quoted"" word, and a comma" (unclosed_quote)',
    ],
  ])('says of %s what it is, and nothing that follows from it', async (_, content, finding) => {
    expect(await findingsIn(content)).toMatchObject({ exit: 5, findings: [finding] });
  });

  it.each([
    ['people', 'userName,email,\nanna,anna@x.example,x\n', 'people.csv:2:21 "x"'],
    ['groups', 'group,member,\nIT,clara.voss,x\n', 'people.csv:2:15 "x"'],
  ])('reports what stands under no heading: %s', async (_, text, start) => {
    expect((await findingsIn(text)).findings).toEqual([
      `${start} stands in a column without a heading (unknown_column)`,
    ]);
  });

  it('counts the lines behind a record that was passed over', async () => {
    const text = `userName,email,title\nanna,anna@x.example,${'x'.repeat(2_500_000)}\nbo,bo@,Cook\n`;
    const { findings } = await findingsIn(text);
    expect(findings.map((finding) => finding.slice(0, 17))).toEqual([
      'people.csv:2:1 th',
      'people.csv:3:4 em',
    ]);
  });

  it('points to a map where all headings are those of another system', async () => {
    const text = 'Employee ID,Work Email\n1,anna@x.example\n';
    expect((await findingsIn(text)).stderr).toContain(
      'hint: for an export of another system: orgctl bulk init-map people.csv --out map.yaml\n',
    );
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), Buffer.from(text, 'utf16le'));
    const ran = await machine.orgctl(`bulk init-map ${machine.path('hr.csv')}`);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain('the file is UTF-16');
  });
});
