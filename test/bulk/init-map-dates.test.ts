import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { freshMachine } from '../support/run-orgctl.ts';

/** A machine with a file of three users who have these start dates. */
function machineWith(dates: readonly string[], { heading = 'Hire Date', end = '\n' } = {}) {
  const machine = freshMachine();
  const [file, map] = [machine.path('hr.csv'), machine.path('map.yaml')];
  const cells = dates.map((date) => (date.includes(',') ? `"${date}"` : date));
  const rows = cells.map((cell, index) => `u${index},u${index}@x.example,${cell}`);
  writeFileSync(file, [`Login,E-Mail,${heading}`, ...rows, ''].join(end));
  const proposed = () => machine.orgctl(`bulk init-map ${file} --out ${map}`);
  const planned = async () => {
    const said = await machine.orgctl(
      `-p sandbox bulk plan ${file} --map ${map} -o json --query changes[].user.startDate`,
    );
    return said.exit === 0 ? JSON.parse(said.stdout) : said.stderr;
  };
  return { machine, file, map, proposed, planned };
}

describe('a map that init-map proposes for dates', () => {
  it.each([
    ['2020-01-17', '2021-05-23', '2022-11-02'],
    ['2020-01-17T08:00:00Z', '2021-05-23T08:00:00+01:00', '2022-11-02T00:00:00.000Z'],
    ['2020-01-17 00:00:00.000', '2021-05-23 00:00:00.000', '2022-11-02 00:00:00.000'],
    ['2020-01-17', '2021-05-23 08:30', '2022-11-02'],
    ['17.01.2020', '23.5.2021', '2.11.2022'],
    ['17. 01. 2020', '23. 5. 2021', '2. 11. 2022'],
    ['01/17/2020 12:00:00 AM', '05/23/2021 12:00:00 AM', '11/02/2022 12:00:00 AM'],
    ['Jan 17, 2020', 'May 23, 2021', 'Nov 2, 2022'],
    ['Jan 17 2020', 'May 23 2021', 'Nov 2 2022'],
    ['20200117', '20210523', '20221102'],
    ['43847', '44339', '44867'],
    ['17.01.2020\u0085', '\u008523.05.2021', ' \u0085 02.11.2022 '],
  ])('reads each of them unchanged: %j', async (...dates) => {
    const { proposed, planned } = machineWith(dates);
    expect(await proposed()).toMatchObject({ exit: 0 });
    expect(await planned()).toEqual(
      ['2020-01-17', '2021-05-23', '2022-11-02'].map((day) => expect.stringContaining(day)),
    );
  });
});

describe('U+0085 (NEL) in a file of rows', () => {
  const DATES = ['17.01.2020', '23.05.2021'];

  it.each(['\u0085\n', '\r\u0085', '\r\n\u0085'])(
    'is white space at an end of a cell: line ends %j',
    async (end) => {
      const { machine, file, map, proposed, planned } = machineWith(DATES, { end });
      expect((await proposed()).stderr).toContain('3 columns from 3 headings\n');
      expect(await planned()).toHaveLength(2);
      const { stdout } = await machine.orgctl(
        `-p sandbox bulk plan ${file} --map ${map} -o json --query changes[].user.userName`,
      );
      expect(JSON.parse(stdout)).toEqual(['u0', 'u1']);
    },
  );

  it.each(['bulk init-map', 'bulk check', '-p sandbox bulk plan', 'bulk check --delimiter ,'])(
    'is refused in place of line breaks: %s',
    async (command) => {
      const { machine, file } = machineWith(DATES, { end: '\u0085' });
      const { exit, stdout, stderr } = await machine.orgctl(`${command} ${file}`);
      expect(exit).toBe(5);
      expect(stdout + stderr).toContain(
        `${file}:1:1 the file is text with U+0085 (NEL) as line ends; expected CSV, NDJSON, a JSON array of users, or LDIF; convert the line ends to LF (not_a_source)\n`,
      );
    },
  );

  it.each(['\u0085', '\u2028', '\u001b', '\u009b'])(
    'and other control characters are escaped in a proposed map: %j',
    async (character) => {
      const heading = `Hire${character}Date,No${character}te,Status`;
      const { machine, file, map } = machineWith([], { heading });
      writeFileSync(
        file,
        `Login,E-Mail,${heading}\n${['a', 'b'].map((name) => `${name},${name}@x.example,17.01.2020,x,In${character}active\n`).join('')}`,
      );
      await machine.orgctl(`bulk init-map ${file} --out ${map}`);
      const text = readFileSync(map, 'utf8');
      expect(text).toContain('No');
      expect(text).not.toContain(character);
      expect(parseDocument(text, { version: '1.1' }).errors).toEqual([]);
      expect(await machine.orgctl(`bulk check ${file} --map ${map}`)).toMatchObject({
        stderr: expect.not.stringContaining('is not in the file'),
      });
    },
  );
});
