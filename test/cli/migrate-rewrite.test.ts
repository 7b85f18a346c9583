import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryName } from '../../src/storage/temporary-file.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const MAP = 'from,to\nU01ABCDEF,W0NEW00001\nU02ABCDEF,W0NEW00002\nU09GONE01,\n';

function machineWith(files: Readonly<Record<string, string>>): Machine & { read(name: string): string } {
  const machine = freshMachine();
  for (const [name, text] of Object.entries({ 'ids.csv': MAP, ...files })) {
    writeFileSync(machine.path(name), text);
  }
  return { ...machine, read: (name) => readFileSync(machine.path(name), 'utf8') };
}

/** A command line in which `@name` is a file of the machine. */
function lineOn(machine: Machine, line: string): string {
  return line.replace(/@([\w.]+)/g, (_, name) => machine.path(name));
}

describe('migrate rewrite', () => {
  const CUT = '[{"id":"U01ABCDEF"},{"id":"U02AB';

  it.each([
    ['--format json', 'dump', CUT, true],
    ['', 'dump.json', `\ufeff ${CUT}`, true],
    ['', 'dump.ndjson', '{"id":"U01ABCDEF"}\n{"id":\n', true],
    ['', 'dump', CUT, true],
    ['--property id', 'dump', CUT, true],
    ['', 'dump.json', '[{"id":"U01ABCDEF"}]', false],
    ['', 'dump.ndjson', '{"id":"U01ABCDEF"}\n{"id":1}\n\n', false],
    ['', 'dump.json', '"U01ABCDEF"', false],
    ['', 'dump.json', '', false],
    ['--format text', 'dump.json', CUT, false],
    ['', 'notes.txt', '[see U01ABCDEF', false],
  ])('warns of JSON that ends in the middle of a document: %s %s %j', async (flags, name, text, isCut) => {
    const machine = machineWith({ [name]: text });
    const ran = await machine.orgctl(lineOn(machine, `migrate rewrite --map @ids.csv ${flags} @${name}`));
    expect([ran.exit, ran.stdout]).toEqual([0, text.replace('U01ABCDEF', 'W0NEW00001')]);
    expect(ran.stderr.includes(`${name} ends in the middle of a JSON document\n`)).toBe(isCut);
  });

  it.each([
    ['on a terminal, begins the summary on a line of its own', 80, 'W0NEW00001\n'],
    ['in a pipe, adds no line break', undefined, 'W0NEW00001'],
  ])('%s', async (_, terminal, printed) => {
    const machine = machineWith({ 'd.txt': 'U01ABCDEF', 'e.txt': 'U01ABCDEF\n' });
    const run = (file: string) =>
      machine.orgctl(lineOn(machine, `migrate rewrite --map @ids.csv @${file}`), {
        ...(terminal === undefined ? {} : { terminal }),
      });
    expect((await run('d.txt')).stdout).toBe(printed);
    expect((await run('e.txt')).stdout).toBe('W0NEW00001\n');
  });

  it.each([12, 13, 14, 40])(
    'replaces IDs up to the length of the longest in the map, %i characters',
    async (length) => {
      const [short, long] = ['U01ABCDEF', `U${'X'.repeat(length - 1)}`];
      const machine = machineWith({ 'long.csv': `from,to\n${short},W1NEW\n${long},W2NEW\n` });
      const line = lineOn(machine, 'migrate rewrite --map @long.csv -q');
      const ran = await machine.orgctl(line, { stdin: `${short} ${long} ${long}X x${long} ${long}\n` });
      expect(ran.stdout).toBe(`W1NEW W2NEW ${long}X x${long} W2NEW\n`);
    },
  );

  it.each([
    ['#1', 'W0NEW00001,U01ABCDEF,U01ABCDEF'],
    ['#3', 'U01ABCDEF,U01ABCDEF,W0NEW00001'],
    ['c', 'U01ABCDEF,U01ABCDEF,W0NEW00001'],
  ])('rewrites column %s of three', async (column, expected) => {
    const machine = machineWith({ 'in.csv': 'a,b,c\nU01ABCDEF,U01ABCDEF,U01ABCDEF\n' });
    const line = lineOn(machine, `migrate rewrite --map @ids.csv --column ${column} -q @in.csv`);
    const ran = await machine.orgctl(line);
    expect(ran).toMatchObject({ exit: 0, stdout: `a,b,c\n${expected}\n` });
  });

  it('refuses a column number that is too high', async () => {
    const machine = machineWith({ 'in.csv': 'a,b,c\nx,y,z\n' });
    const line = lineOn(machine, 'migrate rewrite --map @ids.csv --column #4 @in.csv');
    const ran = await machine.orgctl(line);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('in.csv has no column "#4"');
  });

  it('streams stdin to stdout, and reports replaced and unknown IDs', async () => {
    const machine = machineWith({});
    const stdin = 'asked <@U01ABCDEF>: U02ABCDEF, U09GONE01 and U0UNKNOWN7; not XU01ABCDEF or U01ABCDEF_\n';
    const ran = await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.csv'), { stdin });
    expect(ran).toEqual({
      exit: 0,
      stdout: 'asked <@W0NEW00001>: W0NEW00002, U09GONE01 and U0UNKNOWN7; not XU01ABCDEF or U01ABCDEF_\n',
      stderr:
        'replaced 2 IDs, 2 different\n' +
        'warning: 2 IDs of users are not in the map, 2 different: U09GONE01, U0UNKNOWN7; --report FILE lists all\n',
    });
  });

  it('reports in a dry run how many IDs would be replaced', async () => {
    const machine = machineWith({ 'notes.txt': 'U01ABCDEF U02ABCDEF U01ABCDEF' });
    const ran = await machine.orgctl(
      lineOn(machine, 'migrate rewrite --map @ids.csv --in-place @notes.txt --dry-run'),
    );
    expect(ran).toMatchObject({
      exit: 0,
      stderr: 'would replace 3 IDs, 2 different; nothing was written\n',
    });
    expect(readFileSync(machine.path('notes.txt'), 'utf8')).toBe('U01ABCDEF U02ABCDEF U01ABCDEF');
  });

  it('writes the report in a dry run, and names it', async () => {
    const machine = machineWith({ 'notes.txt': 'U01ABCDEF U09GONE01 U0UNKNOWN7' });
    const ran = await machine.orgctl(
      lineOn(machine, 'migrate rewrite --map @ids.csv --in-place @notes.txt --report @found.csv -n'),
    );
    const found = machine.path('found.csv');
    expect(ran.stderr).toBe(
      `would replace 1 ID, 1 different; only ${found} was written\n` +
        `warning: 2 IDs of users are not in the map, 2 different: U09GONE01, U0UNKNOWN7; ${found} lists all\n`,
    );
    expect(readFileSync(found, 'utf8')).toContain('U09GONE01,,1,unknown\n');
    expect(readFileSync(machine.path('notes.txt'), 'utf8')).toBe('U01ABCDEF U09GONE01 U0UNKNOWN7');
  });

  it('prints text in a dry run, also in a pipe', async () => {
    const machine = machineWith({ 'notes.txt': 'U01ABCDEF' });
    for (const target of ['--in-place', '--out @new.txt', '--out @new']) {
      const line = lineOn(machine, `migrate rewrite --map @ids.csv ${target} @notes.txt`);
      const dry = await machine.orgctl(`${line} -n`);
      expect(dry.stdout).toMatch(/^File +Replaced/);
      expect(dry.stderr).toContain('would replace 1 ID');
      expect(JSON.parse((await machine.orgctl(`${line} -n -o json`)).stdout)).toHaveLength(1);
    }
    const ran = await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.csv --in-place @notes.txt'));
    expect(JSON.parse(ran.stdout)).toHaveLength(1);
  });

  it('exits with 3 for unknown IDs with --fail-on-unknown', async () => {
    const machine = machineWith({});
    const line = lineOn(machine, 'migrate rewrite --map @ids.csv --fail-on-unknown -q');
    expect(await machine.orgctl(line, { stdin: 'U0UNKNOWN7' })).toMatchObject({
      exit: 3,
      stdout: 'U0UNKNOWN7',
    });
    expect(await machine.orgctl(line, { stdin: 'U01ABCDEF' })).toMatchObject({ exit: 0, stderr: '' });
    const report = machine.path('r.json');
    const hint = async (flags: string) =>
      (await machine.orgctl(`${line}${flags}`, { stdin: 'U0UNKNOWN7' })).stderr.split('hint: ')[1];
    expect(await hint('')).toBe('to list them: --report FILE\n');
    expect(await hint(` --report ${report}`)).toBe(`they are listed in ${report}\n`);
  });

  it('replaces files in place, keeps their mode and a backup, and skips a file without IDs', async () => {
    const machine = machineWith({ 'a.txt': 'U01ABCDEF\r\n', 'b.txt': 'nothing' });
    chmodSync(machine.path('a.txt'), 0o640);
    const before = statSync(machine.path('b.txt'));
    const line =
      'migrate rewrite --map @ids.csv --in-place --backup .bak @a.txt @b.txt -o csv --columns replaced';
    expect(await machine.orgctl(lineOn(machine, line))).toMatchObject({
      exit: 0,
      stdout: 'replaced\n1\n0\n',
    });
    expect(machine.read('a.txt')).toBe('W0NEW00001\r\n');
    expect(machine.read('a.txt.bak')).toBe('U01ABCDEF\r\n');
    expect(statSync(machine.path('a.txt')).mode & 0o777).toBe(0o640);
    expect(statSync(machine.path('b.txt')).ino).toBe(before.ino);
    expect(existsSync(machine.path('b.txt.bak'))).toBe(false);
    expect(readdirSync(machine.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('continues after a killed command that left a backup, and overwrites no other backup', async () => {
    const machine = machineWith({ 'a.txt': 'U01ABCDEF\n', 'b.txt': 'U01ABCDEF\n', 'b.txt.bak': 'other' });
    linkSync(machine.path('a.txt'), machine.path('a.txt.bak'));
    const left = temporaryName(machine.path('a.txt')).replace(/\.[0-9a-f]{8}-/, '.00000000-');
    writeFileSync(left, 'half');
    const line = 'migrate rewrite --map @ids.csv --in-place --backup .bak';
    expect((await machine.orgctl(lineOn(machine, `${line} @a.txt`))).exit).toBe(0);
    expect([machine.read('a.txt'), machine.read('a.txt.bak')]).toEqual(['W0NEW00001\n', 'U01ABCDEF\n']);
    expect((await machine.orgctl(lineOn(machine, `${line} @b.txt`))).exit).not.toBe(0);
    expect([machine.read('b.txt'), machine.read('b.txt.bak')]).toEqual(['U01ABCDEF\n', 'other']);
    expect(readdirSync(machine.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('checks all backups before it replaces the first file', async () => {
    const files = {
      'a.txt': 'U01ABCDEF',
      'b.txt': 'U01ABCDEF U02ABCDEF',
      'b.txt.bak': 'other',
      'c.txt': 'U01ABCDEF',
    };
    const machine = machineWith(files);
    const line = lineOn(
      machine,
      'migrate rewrite --map @ids.csv --in-place --backup .bak @a.txt @b.txt @c.txt',
    );
    const ran = await machine.orgctl(line);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(
      `error: ${machine.path('b.txt.bak')} exists, and the backup of ${machine.path('b.txt')} would need this name\n` +
        'hint: nothing was changed; move it away, or choose another --backup SUFFIX\n',
    );
    for (const [name, text] of Object.entries(files)) expect(machine.read(name)).toBe(text);
    expect(existsSync(machine.path('a.txt.bak'))).toBe(false);
    rmSync(machine.path('b.txt.bak'));
    expect((await machine.orgctl(line)).stderr).toBe('replaced 4 IDs, 2 different\n');
    // The backups of the first run are no obstacle to another one, in which nothing is replaced.
    expect((await machine.orgctl(line)).exit).toBe(0);
    expect(machine.read('b.txt.bak')).toBe('U01ABCDEF U02ABCDEF');
  });

  it('lists the files that were replaced before an error', async () => {
    // The name leaves no room for the suffix of the backup.
    const long = 'b'.repeat(250);
    const machine = machineWith({ 'a.txt': 'U01ABCDEF', [long]: 'U01ABCDEF', 'c.txt': 'U01ABCDEF' });
    const line = `migrate rewrite --map @ids.csv --in-place --backup .backup @a.txt @${long} @c.txt`;
    const ran = await machine.orgctl(lineOn(machine, `${line} -o csv --columns file,replaced`));
    expect(ran).toMatchObject({ exit: 12, stdout: `file,replaced\n${machine.path('a.txt')},1\n` });
    expect(['a.txt', long, 'c.txt'].map(machine.read)).toEqual(['W0NEW00001', 'U01ABCDEF', 'U01ABCDEF']);
  });

  it('leaves a file unchanged when stopped', async () => {
    const machine = machineWith({ 'a.txt': 'U01ABCDEF\n' });
    const ran = await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.csv --in-place @a.txt'), {
      onStart: (deliver) => deliver('SIGTERM'),
    });
    expect(ran).toMatchObject({ exit: 143, stdout: '' });
    expect(machine.read('a.txt')).toBe('U01ABCDEF\n');
    expect(readdirSync(machine.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is reverted byte for byte by --reverse', async () => {
    const machine = machineWith({ 'a.json': '{"a":"\\nU01ABCDEF","b":["U02ABCDEF"]}' });
    const before = machine.read('a.json');
    await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.csv --in-place @a.json'));
    expect(machine.read('a.json')).toBe('{"a":"\\nW0NEW00001","b":["W0NEW00002"]}');
    await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.csv --in-place --reverse @a.json'));
    expect(machine.read('a.json')).toBe(before);
  });

  it.each([
    ['U1,U2\nU2,U1', 'U1 becomes U2, and U2 becomes U1'],
    ['U3,U3\nU1,U2\nU2,U3', 'U1 becomes U2, and U2 becomes U3'],
  ])('refuses --in-place with a map that would replace again on a second run: %s', async (pairs, why) => {
    const machine = machineWith({ 'swap.csv': `from,to\n${pairs}\n`, 'a.txt': 'U1 U2\n' });
    const line = lineOn(machine, 'migrate rewrite --map @swap.csv @a.txt');
    for (const flags of ['--in-place', '--in-place --reverse', '--in-place --backup .bak']) {
      const { exit, stderr } = await machine.orgctl(`${line} ${flags}`);
      expect(exit).toBe(2);
      expect(stderr).toBe(
        `error: --in-place cannot be repeated with ${machine.path('swap.csv')}: ${why}\nhint: write new files instead: --out FOLDER\n`,
      );
    }
    expect(machine.read('a.txt')).toBe('U1 U2\n');
    const there = machine.path('there');
    const ran = await machine.orgctl(`${line} --out ${there}`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(
      `warning: ${machine.path('swap.csv')}: ${why}; if that is right, rewrite no input twice\n`,
    );
    const back = lineOn(machine, `migrate rewrite --map @swap.csv --reverse ${there}/a.txt -q`);
    expect((await machine.orgctl(back)).stdout).toBe('U1 U2\n');
  });

  it('replaces files in place with a map that contains unchanged IDs', async () => {
    const machine = machineWith({ 'same.csv': 'from,to\nU1,U2\nU2,U2\n', 'a.txt': 'U1 U2\n' });
    const line = lineOn(machine, 'migrate rewrite --map @same.csv --in-place @a.txt');
    for (const _ of [1, 2]) expect((await machine.orgctl(line)).exit).toBe(0);
    expect(machine.read('a.txt')).toBe('U2 U2\n');
  });

  it('warns that --reverse would also replace a new ID found in the input', async () => {
    const machine = machineWith({});
    const ran = await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.csv'), {
      stdin: 'W0NEW00001',
    });
    expect(ran.stderr).toContain('warning: 1 ID was already new; --reverse would also replace it');
  });

  it.each([
    ['ids.csv', 'from,to\n'],
    ['ids.csv', 'from,to\nU09GONE01,\n'],
    ['ids.json', '{}'],
    ['ids.json', '[]'],
    ['ids.json', '{"user_id_map":{},"invalid_user_ids":["U09GONE01"]}'],
  ])('refuses a map without a pair: %s %j', async (name, text) => {
    const machine = machineWith({ [name]: text, 'a.txt': 'U01ABCDEF\n' });
    const line = lineOn(machine, `migrate rewrite --map @${name} @a.txt`);
    for (const flags of ['', '--in-place', `--out ${machine.path('new')}`]) {
      const ran = await machine.orgctl(`${line} ${flags}`);
      expect(ran).toMatchObject({ exit: 5, stdout: '' });
      expect(ran.stderr).toContain(`${name} has no pair of IDs, so nothing would be replaced\nhint: create`);
    }
  });

  it.each(['B0ZZZZZZ9', 'U0VERYLONGIDENTIFIER99', 'x1', '__B0ZZZZZZ9__'])(
    'counts an ID that the service did not know, whatever it looks like: %s',
    async (word) => {
      const id = word.replaceAll('_', '');
      const machine = machineWith({ 'ids.csv': `from,to\nU1,W1\n${id},\n`, 'a.txt': `U1 (${word}) x\n` });
      const line = lineOn(machine, 'migrate rewrite --map @ids.csv --fail-on-unknown @a.txt');
      for (const out of ['', ` --out ${machine.path('new')}`]) {
        const ran = await machine.orgctl(line + out);
        expect(ran.exit).toBe(3);
        expect(ran.stderr).toContain(`1 ID of a user is not in the map: ${id}\n`);
      }
    },
  );

  it('warns in the other direction with --reverse, and reports such IDs', async () => {
    const machine = machineWith({});
    const line = 'migrate rewrite --map @ids.csv --reverse --report @found.csv';
    const ran = await machine.orgctl(lineOn(machine, line), { stdin: 'W0NEW00001 U02ABCDEF U02ABCDEF' });
    expect(ran.stdout).toBe('U01ABCDEF U02ABCDEF U02ABCDEF');
    expect(ran.stderr).toContain(
      'warning: 2 IDs were already old; without --reverse, the map would also replace them\n',
    );
    expect(machine.read('found.csv')).toContain('U02ABCDEF,,2,old already\n');
  });

  it('changes no file in a dry run', async () => {
    const machine = machineWith({ 'a.txt': 'U01ABCDEF' });
    const ran = await machine.orgctl(
      lineOn(machine, 'migrate rewrite --map @ids.csv --in-place -n @a.txt -o ndjson'),
    );
    expect(JSON.parse(ran.stdout)).toMatchObject({ bytes: 9, replaced: 1, unknown: 0 });
    expect(machine.read('a.txt')).toBe('U01ABCDEF');
  });

  it('changes only the chosen columns of a CSV and the chosen properties of JSON', async () => {
    const machine = machineWith({ 'a.csv': 'id,owner\nU01ABCDEF,U01ABCDEF\n' });
    const csv = await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.csv --column owner @a.csv'));
    expect(csv.stdout).toBe('id,owner\nU01ABCDEF,W0NEW00001\n');
    const json = await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.csv --property user'), {
      stdin: '{"user":"U01ABCDEF","text":"U01ABCDEF"}',
    });
    expect(json.stdout).toBe('{"user":"W0NEW00001","text":"U01ABCDEF"}');
  });

  it('writes every ID found to --report', async () => {
    const machine = machineWith({});
    const line = lineOn(machine, 'migrate rewrite --map @ids.csv --report @report.csv -q');
    await machine.orgctl(line, { stdin: 'U01ABCDEF U01ABCDEF W0NEW00002 U0UNKNOWN7' });
    expect(machine.read('report.csv').split('\n').sort()).toEqual([
      '',
      'U01ABCDEF,W0NEW00001,2,replaced',
      'U0UNKNOWN7,,1,unknown',
      'W0NEW00002,,1,new already',
      'id,replacement,count,state',
    ]);
  });

  it('reads the response of migration.exchange as a map (WEB §4.10)', async () => {
    const machine = machineWith({
      'ids.json': '{"ok":true,"user_id_map":{"U1":"W1","W2":"W2"},"invalid_user_ids":["U9"]}',
    });
    const ran = await machine.orgctl(lineOn(machine, 'migrate rewrite --map @ids.json'), {
      stdin: 'U1 W2 U9',
    });
    expect(ran.stdout).toBe('W1 W2 U9');
    expect(ran.stderr).toContain('1 ID of a user is not in the map: U9');
  });

  it.each([
    ['--map @none.csv', 5, 'cannot read'],
    ['--map @bad.csv', 5, 'bad.csv:2 "not an id" is not an ID'],
    ['--map @ids.csv --column nobody @ids.csv', 2, 'has no column "nobody"'],
    ['--map @ids.csv --in-place', 2, '--in-place needs files'],
    ['--map @ids.csv --column a --property b', 2, 'they cannot be combined'],
    ['--map @two.csv --reverse', 5, 'U01ABCDEF and U02ABCDEF both become W0NEW00001'],
    ['', 2, '--map'],
  ])('refuses %s', async (words, exit, message) => {
    const machine = machineWith({
      'bad.csv': 'from,to\nU1,not an id\n',
      'two.csv': 'from,to\nU01ABCDEF,W0NEW00001\nU02ABCDEF,W0NEW00001\n',
    });
    const ran = await machine.orgctl(lineOn(machine, `migrate rewrite ${words}`));
    expect(ran).toMatchObject({ exit, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});
