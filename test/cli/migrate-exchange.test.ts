import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS } from '../../src/output/view.ts';
import { tryFileLock } from '../../src/storage/file-lock.ts';
import { freshMachine, machineAt } from '../support/run-orgctl.ts';
import { onService } from '../support/web-machine.ts';

describe('migrate exchange (WEB §4.10)', () => {
  it('maps local IDs to global IDs, and lists invalid IDs', async () => {
    const ran = await freshMachine().orgctl('-p sandbox migrate exchange U10IMBXVJ W144YNJ08 U0NOBODY1');
    expect(JSON.parse(ran.stdout)).toEqual([
      { from: 'U10IMBXVJ', to: 'W10IMBXVJ', state: 'exchanged' },
      { from: 'W144YNJ08', to: 'W144YNJ08', state: 'exchanged' },
      { from: 'U0NOBODY1', to: null, state: 'invalid' },
    ]);
    expect(ran.stderr).toBe('2 exchanged, 1 invalid\nerror: of 3 IDs, 1 is invalid: U0NOBODY1\n');
    expect(ran.exit).toBe(3);
  });

  it.each(['@LIST', '@LIST U10IMBXVJ', '--file LIST'])('refuses an empty list by name: %s', async (words) => {
    const machine = freshMachine();
    const list = machine.path('list.csv');
    writeFileSync(list, '');
    expect(await machine.orgctl(`-p sandbox migrate exchange ${words.replace('LIST', list)}`)).toEqual({
      exit: 5,
      stdout: '',
      stderr: `error: ${list} has no rows that name IDs; nothing was sent [empty_file]\nhint: orgctl help lists\n`,
    });
  });

  it.each([
    ['id,userName\nU10IMBXVJ,clara.voss\nW144YNJ08,tomas.rey\n', ['U10IMBXVJ', 'W144YNJ08']],
    ['\ufeffuserName;ID\r\nclara.voss;U10IMBXVJ\r\n', ['U10IMBXVJ']],
    ['"userName","user_id"\n"voss, clara","U10IMBXVJ"\n', ['U10IMBXVJ']],
    ['userName\tUser ID\nclara.voss\tU10IMBXVJ\n', ['U10IMBXVJ']],
    ['to,from\nX,U10IMBXVJ\n', ['U10IMBXVJ']],
    ['id\nU10IMBXVJ\n', ['U10IMBXVJ']],
    ['"name, first, last";id\n"voss, clara";U10IMBXVJ\n', ['U10IMBXVJ']],
    ['"two\nlines",id\nvoss,U10IMBXVJ\n', ['U10IMBXVJ']],
    ['sep=;\nname;id\nvoss;U10IMBXVJ\n', ['U10IMBXVJ']],
    ['\n\nname,id\nvoss,U10IMBXVJ\n', ['U10IMBXVJ']],
    ['U10IMBXVJ,W144YNJ08\n', ['U10IMBXVJ', 'W144YNJ08']],
    ['[\n"U10IMBXVJ"\n]\n', ['U10IMBXVJ']],
    ['[{"id":"U10IMBXVJ","userName":"c"},{"from":"W144YNJ08"}]', ['U10IMBXVJ', 'W144YNJ08']],
    ['[{"from":"U10IMBXVJ","kind":"user"},{"from":"S1","kind":"group"}]', ['U10IMBXVJ']],
    ['\n{"user_id":"U10IMBXVJ"}\r\n\n{"id":"W144YNJ08"}', ['U10IMBXVJ', 'W144YNJ08']],
  ])('reads the ID column of a file with a heading: %j', async (text, ids) => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), text);
    for (const words of ['-', `@${machine.path('people.csv')}`]) {
      const ran = await machine.orgctl(`-p sandbox migrate exchange ${words}`, { stdin: text });
      expect(ran.exit).toBe(0);
      expect(JSON.parse(ran.stdout).map(({ from }: { readonly from: string }) => from)).toEqual(ids);
    }
  });

  it.each(['U10IMBXVJ\nW144YNJ08\n', 'name;ID\r\na;U10IMBXVJ\r\nb;W144YNJ08', '["U10IMBXVJ","W144YNJ08"]'])(
    'reads a list in UTF-16: %j',
    async (text) => {
      const machine = freshMachine();
      for (const start of ['\ufeff', '']) {
        writeFileSync(machine.path('people.txt'), `${start}${text}`, 'utf16le');
        const ran = await machine.orgctl(`-p sandbox migrate exchange @${machine.path('people.txt')}`);
        expect(ran.exit).toBe(0);
        expect(JSON.parse(ran.stdout).map(({ from }: { readonly from: string }) => from)).toEqual([
          'U10IMBXVJ',
          'W144YNJ08',
        ]);
      }
    },
  );

  it('reads what "scim users list" prints as JSON', async () => {
    const machine = freshMachine();
    const list = await machine.orgctl('-p sandbox scim users list -o json');
    const ran = await machine.orgctl('-p sandbox migrate exchange - -o json', { stdin: list.stdout });
    expect(ran.exit).toBe(0);
    expect(JSON.parse(ran.stdout)).toHaveLength(JSON.parse(list.stdout).length);
  });

  it('refuses a table without an ID column', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), 'userName,title\nclara,Cook\n');
    const ran = await machine.orgctl(`-p sandbox migrate exchange @${machine.path('people.csv')}`);
    expect(ran).toEqual({
      exit: 5,
      stdout: '',
      stderr:
        `error: ${machine.path('people.csv')} has no column "id" or "from"; nothing was sent\n` +
        'hint: it has userName, title; a list has IDs alone\n',
    });
  });

  it.each([
    ['"id" ,"name"\nU10IMBXVJ,voss\n', '1:4', 'unexpected quote'],
    ['\n"name,id\nvoss,U10IMBXVJ\n', '2:1', 'a quote is opened here and never closed'],
    ['"two\nlines" ,"id"\n', '2:6', 'unexpected quote; its row starts in line 1'],
  ])('reports the position of a wrong quote in the heading: %j', async (stdin, place, message) => {
    const ran = await freshMachine().orgctl('-p sandbox migrate exchange -', { stdin });
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain(`(stdin):${place} ${message}`);
  });

  it.each(['# the "old" ones\nU10IMBXVJ\n', 'U10IMBXVJ # "Clara\n'])(
    'ignores quotes in a comment of a list: %j',
    async (stdin) => {
      const ran = await freshMachine().orgctl('-p sandbox migrate exchange - -o json', { stdin });
      expect(ran.exit).toBe(0);
      expect(JSON.parse(ran.stdout)).toMatchObject([{ from: 'U10IMBXVJ' }]);
    },
  );

  it('lists invalid IDs when writing a map, on every run', async () => {
    const machine = freshMachine();
    const ids = ['U10IMBXVJ', ...[1, 2, 3, 4, 5, 6, 7].map((number) => `U0NOBODY${number}`)];
    const line = `-p sandbox migrate exchange ${ids.join(' ')} --map ${machine.path('ids.csv')}`;
    const named = 'U0NOBODY1, U0NOBODY2, U0NOBODY3, U0NOBODY4, U0NOBODY5 and 2 more';
    const first = await machine.orgctl(line);
    expect(first.stderr).toContain(`1 exchanged, 7 invalid; written to`);
    expect(first).toMatchObject({ exit: 3, stdout: '' });
    expect(first.stderr).toContain(`error: of 8 IDs, 7 are invalid: ${named}\n`);
    const again = await machine.orgctl(line);
    expect(again.exit).toBe(3);
    expect(again.stderr).toContain(`error: of 8 IDs, 7 are invalid: ${named}\n`);
    const good = await machine.orgctl(
      `-p sandbox migrate exchange U10IMBXVJ --map ${machine.path('ids.csv')}`,
    );
    expect(good.exit).toBe(0);
  });

  it.each([
    ['{"u":"U10IMBXVJ"}\n', '"{\\"u\\":\\"U10IMBXVJ\\"}" is not a user ID; nothing was sent'],
    ['[{"u":"U10IMBXVJ"}, 5]\n', '"{\\"u\\":\\"U10IMBXVJ\\"}", "[5]" are not user IDs; nothing was sent'],
    ['[\n"U10IMBXVJ"\n', '"[" is not a user ID; nothing was sent'],
    ['{"id":"U10IMBXVJ"}\n{"id":\n', '"{\\"id\\":" is not a user ID; nothing was sent'],
  ])('refuses input that is not a list of IDs, and sends nothing: %j', async (text, message) => {
    const machine = freshMachine();
    writeFileSync(machine.path('dump.json'), text);
    for (const words of ['-', `@${machine.path('dump.json')}`, `- --map ${machine.path('ids.csv')}`]) {
      const ran = await machine.orgctl(`-p sandbox migrate exchange ${words}`, { stdin: text });
      expect(ran).toMatchObject({ exit: 5, stdout: '' });
      expect(ran.stderr).toContain(`error: ${message}\nhint: a list contains only IDs, `);
    }
    expect(existsSync(machine.path('ids.csv'))).toBe(false);
  });

  it('maps global IDs back to local IDs', async () => {
    const ran = await freshMachine().orgctl('-p sandbox migrate exchange --to-old W10IMBXVJ -o csv');
    expect(ran.stdout).toBe('from,to,state\nW10IMBXVJ,U10IMBXVJ,exchanged\n');
  });

  it.each(['-', '--file -'])('sends any number of IDs in requests of 400, each ID once: %s', async (list) => {
    const { orgctl, requests } = await onService();
    const ids = Array.from({ length: 1001 }, (_, number) => `U0X${String(number).padStart(6, '0')}`);
    const stdin = [...ids, ...ids.slice(0, 50), 'U10IMBXVJ'].join('\n');
    const ran = await orgctl(`migrate exchange ${list} --team T0HARBOUR -o ndjson`, { stdin });
    expect(ran.exit).toBe(3);
    expect(requests()).toBe(3);
    const lines = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ from }) => from)).toEqual([...ids, 'U10IMBXVJ']);
    expect(lines.filter(({ state }) => state === 'exchanged')).toHaveLength(1);
  });

  it.each(['csv', 'json'])('writes a map as %s and continues with IDs not in it', async (extension) => {
    const { orgctl, path, requests } = await onService();
    const map = path(`ids.${extension}`);
    const line = `migrate exchange --team T0HARBOUR --map ${map}`;
    expect((await orgctl(`${line} U10IMBXVJ U0NOBODY1`)).exit).toBe(3);
    const again = await orgctl(`${line} U10IMBXVJ U0NOBODY1`);
    expect(again.stderr).toContain('0 exchanged, 1 invalid, 1 already in the map');
    expect(requests()).toBe(2);
    const more = await orgctl(`${line} U10IMBXVJ U1118NVR2`);
    expect(more.stderr).toContain('1 exchanged, 0 invalid, 1 already in the map');
    const written = readFileSync(map, 'utf8');
    if (extension === 'csv') {
      expect(written).toBe('from,to\nU10IMBXVJ,W10IMBXVJ\nU0NOBODY1,\nU1118NVR2,W1118NVR2\n');
    } else {
      expect(JSON.parse(written)).toEqual({
        team_id: 'T0HARBOUR',
        enterprise_id: expect.stringMatching(/^E/),
        user_id_map: { U10IMBXVJ: 'W10IMBXVJ', U1118NVR2: 'W1118NVR2' },
        invalid_user_ids: ['U0NOBODY1'],
      });
    }
    writeFileSync(path('note.txt'), 'ask U10IMBXVJ and U1118NVR2');
    const rewritten = await orgctl(`migrate rewrite --map ${map} ${path('note.txt')}`);
    expect(rewritten.stdout).toBe('ask W10IMBXVJ and W1118NVR2');
  });

  it.each<[BufferEncoding, string]>([
    ['utf16le', '\ufefffrom,to\nU0AAAAAA2,W0BBBBBB2\n'],
    ['utf16le', 'from,to\nU0AAAAAA2,W0BBBBBB2\n'],
  ])('refuses to extend a map in UTF-16, before any request: %s %j', async (encoding, text) => {
    const { orgctl, path, requests } = await onService();
    writeFileSync(path('ids.csv'), Buffer.from(text, encoding));
    const ran = await orgctl(`migrate exchange U10IMBXVJ --team T0HARBOUR --map ${path('ids.csv')}`);
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toMatch(/ids\.csv is UTF-16(LE)?; only a map in UTF-8 can be extended\nhint: save it/);
    expect(requests()).toBe(0);
    expect(readFileSync(path('ids.csv'))).toEqual(Buffer.from(text, encoding));
  });

  it('adds JSON to a map that is JSON under another name', async () => {
    const { orgctl, path } = await onService();
    writeFileSync(path('ids.txt'), '{"U0AAAAAA2":"W0BBBBBB2"}');
    await orgctl(`migrate exchange U10IMBXVJ --team T0HARBOUR --map ${path('ids.txt')}`);
    expect(JSON.parse(readFileSync(path('ids.txt'), 'utf8')).user_id_map).toEqual({
      U0AAAAAA2: 'W0BBBBBB2',
      U10IMBXVJ: 'W10IMBXVJ',
    });
  });

  it('refuses to add to a file that is not a map, before any request', async () => {
    const { orgctl, path, requests } = await onService();
    const text = '# notes\nkeep this line\n';
    writeFileSync(path('notes.txt'), text);
    const ran = await orgctl(`migrate exchange U10IMBXVJ --team T0HARBOUR --map ${path('notes.txt')}`);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain(
      `error: ${path('notes.txt')} has no columns "from" and "to"\n` +
        'hint: a map of IDs is a CSV with these two columns, or JSON\n',
    );
    expect(requests()).toBe(0);
    expect(readFileSync(path('notes.txt'), 'utf8')).toBe(text);
  });

  it('writes to an empty file as to a new one', async () => {
    const { orgctl, path } = await onService();
    for (const name of ['ids.csv', 'ids.json']) {
      writeFileSync(path(name), '');
      const ran = await orgctl(`migrate exchange U10IMBXVJ --team T0HARBOUR --map ${path(name)}`);
      expect(ran.exit).toBe(0);
      expect(readFileSync(path(name), 'utf8')).toContain('U10IMBXVJ');
    }
  });

  it.each(['csv', 'json'])(
    'asks again for IDs that were invalid in the wrong workspace: %s',
    async (ending) => {
      const { orgctl, path } = await onService();
      const line = `migrate exchange U10IMBXVJ --map ${path(`ids.${ending}`)}`;
      expect((await orgctl(`${line} --team T0FINCH`)).exit).toBe(3);
      const again = await orgctl(`${line} --team T0HARBOUR`);
      expect(again).toMatchObject({
        exit: 0,
        stderr: `1 exchanged, 0 invalid; written to ${path(`ids.${ending}`)}\n`,
      });
      const written = readFileSync(path(`ids.${ending}`), 'utf8');
      if (ending === 'csv') expect(written).toBe('from,to\nU10IMBXVJ,\nU10IMBXVJ,W10IMBXVJ\n');
      else
        expect(JSON.parse(written)).toMatchObject({
          team_id: 'T0HARBOUR',
          user_id_map: { U10IMBXVJ: 'W10IMBXVJ' },
          invalid_user_ids: [],
        });
      expect((await orgctl(`${line} --team T0HARBOUR`)).stderr).toContain('1 already in the map');
      writeFileSync(path('note.txt'), 'ask U10IMBXVJ');
      const rewritten = await orgctl(
        `migrate rewrite --map ${path(`ids.${ending}`)} --fail-on-unknown ${path('note.txt')}`,
      );
      expect(rewritten).toMatchObject({ exit: 0, stdout: 'ask W10IMBXVJ' });
    },
  );

  it('writes an invalid ID only once, however often it is asked', async () => {
    const machine = freshMachine();
    const line = `-p sandbox migrate exchange U0NOBODY1 --map ${machine.path('ids.csv')}`;
    for (const _ of [1, 2]) {
      const ran = await machine.orgctl(line);
      expect(ran.exit).toBe(3);
      expect(ran.stderr).toContain('0 exchanged, 1 invalid; written to');
    }
    expect(readFileSync(machine.path('ids.csv'), 'utf8')).toBe('from,to\nU0NOBODY1,\n');
  });

  it('refuses to mix the IDs of two workspaces in a map that names one', async () => {
    const { orgctl, path, requests } = await onService();
    const map = { team_id: 'T0FINCH', user_id_map: { U0AAAAAA2: 'W0BBBBBB2' } };
    writeFileSync(path('ids.json'), JSON.stringify(map));
    const line = `migrate exchange U10IMBXVJ --map ${path('ids.json')}`;
    const ran = await orgctl(`${line} --team T0HARBOUR`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(`${path('ids.json')} has the IDs of workspace T0FINCH, not T0HARBOUR`);
    expect(requests()).toBe(0);
    // A token of one workspace tells only in its response which one it is.
    const { orgctl: inSandbox } = machineAt(path(''));
    const answered = await inSandbox(`-p sandbox ${line}`);
    expect(answered.exit).toBe(2);
    expect(answered.stderr).toContain('has the IDs of workspace T0FINCH, not T0HARBOUR');
    expect(JSON.parse(readFileSync(path('ids.json'), 'utf8'))).toEqual(map);
  });

  it.each([
    [
      'U10IMBXVJ,W10IMBXVJ',
      '--to-old W1118NVR2',
      'leads from local to global IDs: U10IMBXVJ becomes W10IMBXVJ',
    ],
    ['W10IMBXVJ,U10IMBXVJ', 'U1118NVR2', 'leads from global to local IDs: W10IMBXVJ becomes U10IMBXVJ'],
  ])(
    'refuses to mix both directions in a map, before any request: %s, then %s',
    async (pair, words, message) => {
      const { orgctl, path, requests } = await onService();
      writeFileSync(path('ids.csv'), `from,to\n${pair}\n`);
      const ran = await orgctl(`migrate exchange ${words} --team T0HARBOUR --map ${path('ids.csv')}`);
      expect(ran).toMatchObject({ exit: 2, stdout: '' });
      expect(ran.stderr).toContain(`ids.csv ${message}\nhint: `);
      expect(requests()).toBe(0);
      expect(readFileSync(path('ids.csv'), 'utf8')).toBe(`from,to\n${pair}\n`);
    },
  );

  it.each(['csv', 'json'])('refuses a map that another exchange is writing: %s', async (ending) => {
    const machine = freshMachine();
    const map = machine.path(`ids.${ending}`);
    const lock = tryFileLock(`${map}.lock`, 'test');
    if (!('release' in lock)) throw new Error('the lock is taken');
    const line = `-p sandbox migrate exchange U10IMBXVJ --map ${map}`;
    const ran = await machine.orgctl(line);
    expect(ran).toMatchObject({ exit: 12, stdout: '' });
    expect(ran.stderr).toContain(`another exchange is writing ${map} (process ${process.pid} on `);
    expect(ran.stderr).toContain('hint: wait for it, or name another file: --map FILE\n');
    expect(existsSync(map)).toBe(false);
    lock.release();
    expect((await machine.orgctl(line)).exit).toBe(0);
    expect(existsSync(`${map}.lock`)).toBe(false);
  });

  it.each([
    ['from,to\nU10IMBXVJ,W10IMBXVJ\n', 'U1118NVR2,W111', 'U1118NVR2 is requested again'],
    ['from,to\nU10IMBXVJ,W10IMBXVJ\n', 'U1118NVR2,WCORRECT1', 'U1118NVR2 is requested again'],
    ['from,to\nU10IMBXVJ,W10IMBXVJ\n', 'U1118NVR2,W', 'U1118NVR2 is requested again'],
    ['from,to\nU10IMBXVJ,W10IMBXVJ\n', 'U0AAAAAA2,W', 'it is left out'],
    ['from,to\nU10IMBXVJ,W10IMBXVJ\n', 'U', 'it is left out'],
    ['from,to\nU10IMBXVJ,W10IMBXVJ\n', 'U111', 'it is left out'],
    ['from,to\nU10IMBXVJ,W10IMBXVJ\n', 'U1118NVR2', 'U1118NVR2 is requested again'],
    ['from,to\r\nU10IMBXVJ,W10IMBXVJ\r\n', 'U1118NVR2,', 'U1118NVR2 is requested again'],
    ['from;to\nU10IMBXVJ;W10IMBXVJ\n', 'U1118NVR2;W1118NVR', 'U1118NVR2 is requested again'],
    ['kind,to,from\nuser,W10IMBXVJ,U10IMBXVJ\n', 'user,W11,U1118NVR2', 'U1118NVR2 is requested again'],
    ['"from","to"\n"U10IMBXVJ","W10IMBXVJ"\n', '"U1118NVR2","W1', 'U1118NVR2 is requested again'],
    ['"from","to"\n"U10IMBXVJ","W10IMBXVJ"\n', '"U0AAAAAA2","', 'it is left out'],
    ['from,to,kind\nU10IMBXVJ,W10IMBXVJ,user\n', 'U0AAAAAA2,', 'it is left out'],
    ['from,to,note\nU10IMBXVJ,W10IMBXVJ,\n', 'U1118NVR2,W,café 山', 'U1118NVR2 is requested again'],
  ])('asks again for the ID of a line that was cut: %j, then %j', async (lines, cut, then) => {
    const machine = freshMachine();
    const map = machine.path('ids.csv');
    writeFileSync(map, lines + cut);
    const line = `-p sandbox migrate exchange U10IMBXVJ U1118NVR2 --map ${map}`;
    const ran = await machine.orgctl(line);
    expect(ran.stderr).toBe(
      `warning: ${map}:3 "${cut}" has no line break and may be cut; ${then}\n` +
        `1 exchanged, 0 invalid, 1 already in the map; written to ${map}\n`,
    );
    const pair = lines
      .split(/(?<=\n)/)[1]
      ?.replaceAll('10IMBXVJ', '1118NVR2')
      .replaceAll('"', '');
    expect(readFileSync(map, 'utf8')).toBe(`${lines}${pair}`);
  });

  it('keeps a last line without a line break if its ID is not asked for', async () => {
    const machine = freshMachine();
    const map = machine.path('ids.csv');
    writeFileSync(map, 'from,to\nU0AAAAAA2,W0BBBBBB2');
    await machine.orgctl(`-p sandbox migrate exchange U1118NVR2 --map ${map}`);
    expect(readFileSync(map, 'utf8')).toBe('from,to\nU0AAAAAA2,W0BBBBBB2\nU1118NVR2,W1118NVR2\n');
  });

  it.each([
    ['from,to\n', 'U0NOBODY1,', 'U1118NVR2,W1118NVR2\n'],
    ['from;to\r\n', 'U0NOBODY1;', 'U1118NVR2;W1118NVR2\r\n'],
    ['"from","to"\n', '"U0NOBODY1",""', 'U1118NVR2,W1118NVR2\n'],
    ['kind,to,from\n', 'user,,U0NOBODY1', 'user,W1118NVR2,U1118NVR2\n'],
  ])(
    'keeps a last line without a new ID and without a line break: %j, then %j',
    async (first, last, added) => {
      const machine = freshMachine();
      const map = machine.path('ids.csv');
      writeFileSync(map, first + last);
      const ran = await machine.orgctl(`-p sandbox migrate exchange U1118NVR2 --map ${map}`);
      expect(ran.stderr).toBe(`1 exchanged, 0 invalid; written to ${map}\n`);
      expect(readFileSync(map, 'utf8')).toBe(
        `${first}${last}${added.endsWith('\r\n') ? '\r' : ''}\n${added}`,
      );
    },
  );

  it('prints the pairs in a dry run, and writes no map', async () => {
    const machine = freshMachine();
    const map = machine.path('ids.csv');
    const line = `-p sandbox migrate exchange U10IMBXVJ -n -o csv --map ${map}`;
    const pairs = 'from,to,state\nU10IMBXVJ,W10IMBXVJ,exchanged\n';
    const dry = await machine.orgctl(line);
    expect(dry).toMatchObject({ exit: 0, stdout: pairs });
    expect(dry.stderr).toContain(`1 exchanged, 0 invalid; not written to ${map}\n`);
    expect(existsSync(map)).toBe(false);
    writeFileSync(map, 'from,to\nU0AAAAAA2,W0BBBBBB2\n');
    expect((await machine.orgctl(line)).stdout).toBe(pairs);
    expect(readFileSync(map, 'utf8')).toBe('from,to\nU0AAAAAA2,W0BBBBBB2\n');
  });

  it('refuses - as a map', async () => {
    const ran = await freshMachine().orgctl('-p sandbox migrate exchange U10IMBXVJ --map -');
    expect(ran).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: --map needs a file, which a later run continues\n' +
        'hint: without --map, the pairs go to stdout; -o csv prints them as a map\n',
    });
  });

  it.each(['ids.csv', 'ids.json'])('leaves no map if the first call is refused: %s', async (name) => {
    const { orgctl, path } = freshMachine();
    await orgctl('-p sandbox api sandbox.trouble method=migration.exchange error=not_enterprise_team');
    const line = `-p sandbox migrate exchange U10IMBXVJ --map ${path(name)}`;
    expect(await orgctl(line)).toMatchObject({ exit: 6, stdout: '' });
    expect(existsSync(path(name))).toBe(false);
    await orgctl('-p sandbox api sandbox.trouble method=migration.exchange error=not_enterprise_team');
    writeFileSync(path('cut.csv'), 'from,to\nU10IMBXVJ,W10');
    expect((await orgctl(`-p sandbox migrate exchange U10IMBXVJ --map ${path('cut.csv')}`)).exit).toBe(6);
    expect(readFileSync(path('cut.csv'), 'utf8')).toBe('from,to\nU10IMBXVJ,W10');
  });

  it('refuses an empty list of IDs', async () => {
    expect(await freshMachine().orgctl('-p sandbox migrate exchange')).toMatchObject({ exit: 2, stdout: '' });
  });

  it('reports an organization without two kinds of IDs', async () => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox api sandbox.trouble method=migration.exchange error=not_enterprise_team');
    const ran = await orgctl('-p sandbox migrate exchange U10IMBXVJ U1118NVR2');
    expect(ran.exit).toBe(6);
    expect(ran.stderr).toContain('[not_enterprise_team]');
  });

  it.each(OUTPUT_FORMATS)('prints nothing as %s if the first call is refused', async (format) => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox api sandbox.trouble method=migration.exchange error=not_enterprise_team');
    const ran = await orgctl(`-p sandbox migrate exchange U10IMBXVJ -o ${format}`);
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
  });
});

describe('migrate map --exchange', () => {
  /** Two users as they were before the move; their address, userName and number have changed since. */
  const BEFORE = [
    'id,userName,email',
    'U10IMBXVJ,c.v,c.v@old.example',
    'U1NOBODY1,gone,gone@old.example',
    'W144YNJ08,t.r,t.r@old.example',
  ];

  async function machineWithExport() {
    const machine = freshMachine();
    const export_ = machine.path('people.csv');
    writeFileSync(export_, `${BEFORE.join('\n')}\n`);
    const orgctl = async (line: string) => {
      const ran = await machine.orgctl(line.replaceAll('HERE', machine.home));
      return { ...ran, stderr: ran.stderr.replaceAll(machine.home, 'HERE') };
    };
    return { machine, orgctl };
  }

  it('pairs users known only to the service, and reports the key', async () => {
    const { orgctl } = await machineWithExport();
    expect((await orgctl('migrate map HERE/people.csv sandbox -o csv')).stdout).toBe(
      'from,to,kind,name,key,confidence\n',
    );
    const ran = await orgctl('migrate map HERE/people.csv sandbox --exchange --team T0HARBOUR -o csv');
    expect(ran.stdout).toBe(
      [
        'from,to,kind,name,key,confidence',
        'U10IMBXVJ,W10IMBXVJ,user,c.v,service,certain',
        'W144YNJ08,W144YNJ08,user,t.r,service,certain',
        '',
      ].join('\n'),
    );
  });

  it('warns of pairs whose users have other keys, because A may use the same IDs', async () => {
    const { machine, orgctl } = await machineWithExport();
    const line = 'migrate map HERE/people.csv sandbox --exchange --team T0HARBOUR --out HERE/ids.csv --force';
    const warnedOf = async (...rows: readonly string[]) => {
      const text = ['id,userName,email,employeeNumber', ...rows, ''].join('\n');
      writeFileSync(machine.path('people.csv'), text);
      return (await orgctl(line)).stderr.split('\n').filter((said) => said.startsWith('warning: '));
    };
    const rest = 'if A was not moved into B, leave out --exchange';
    const why = 'like different people (no key in common, or another employeeNumber)';
    const zoe = 'U10IMBXVJ,zoe,zoe@old.example,9';
    const clara = 'U12L3NPDN,clara.voss,clara.voss@old.example,77';
    const [ofZoe, ofClara] = [
      'zoe (U10IMBXVJ) → ines.harbour (W10IMBXVJ)',
      'clara.voss (U12L3NPDN) → clara.voss (W12L3NPDN)',
    ];
    expect(await warnedOf(zoe, clara, 'U144YNJ08,DEV.PARTNER,dev@old.example,')).toEqual([
      `warning: 2 pairs of the service look ${why}: ${ofZoe}, ${ofClara}; ${rest}`,
    ]);
    expect(await warnedOf(zoe, 'U12L3NPDN,c.v,c.v@old.example,1005')).toEqual([
      `warning: 1 pair of the service looks ${why}: ${ofZoe}; ${rest}`,
    ]);
  });

  it('a map overrides the service, and the service overrides every key', async () => {
    const { machine, orgctl } = await machineWithExport();
    const users = JSON.parse((await orgctl('-p sandbox scim users list -o json')).stdout);
    const [other] = users.filter(({ id }: { readonly id: string }) => !/^W1(0IMBXVJ|44YNJ08)$/.test(id));
    writeFileSync(
      machine.path('people.csv'),
      `id,userName,email\nU10IMBXVJ,${other.userName},x@old.example\n`,
    );
    const line = 'migrate map HERE/people.csv sandbox -o csv --columns from,to,key --no-header';
    expect((await orgctl(line)).stdout).toBe(`U10IMBXVJ,${other.id},userName\n`);
    expect((await orgctl(`${line} --exchange`)).stdout).toBe('U10IMBXVJ,W10IMBXVJ,service\n');
    writeFileSync(machine.path('same.csv'), 'from,to\nU10IMBXVJ,W144YNJ08\n');
    expect((await orgctl(`${line} --exchange --map HERE/same.csv`)).stdout).toBe('U10IMBXVJ,W144YNJ08,map\n');
  });

  it('writes ambiguous rows that "migrate exchange" adds to the same map', async () => {
    const { machine, orgctl } = await machineWithExport();
    writeFileSync(
      machine.path('ids.csv'),
      'from,to,kind,name,key,confidence\nW144YNJ08,W144YNJ08,user,"R, T",email,likely\nS1,S2,group,Ops,displayName,certain\n',
    );
    writeFileSync(
      machine.path('look.csv'),
      'from,to,kind,name,key,confidence\nU10IMBXVJ,,user,"V, C",email x,ambiguous\nU1NOBODY1,,user,gone,email x,ambiguous\nS9,,group,Ops,displayName Ops,ambiguous\n',
    );
    const ran = await orgctl(
      '-p sandbox migrate exchange @HERE/look.csv --map HERE/ids.csv --team T0HARBOUR',
    );
    expect(ran.stderr).toBe(
      '1 exchanged, 1 invalid; written to HERE/ids.csv\nerror: of 2 IDs, 1 is invalid: U1NOBODY1\n',
    );
    expect(readFileSync(machine.path('ids.csv'), 'utf8').split('\n').slice(3)).toEqual([
      'U10IMBXVJ,W10IMBXVJ,user,,service,certain',
      'U1NOBODY1,,user,,,',
      '',
    ]);
    // Every command accepts the map, in both directions.
    const [there, back] = ['HERE/dump.txt', 'HERE/dump2.txt'];
    writeFileSync(machine.path('dump.txt'), 'U10IMBXVJ W144YNJ08 S1 S9');
    const rewritten = await orgctl(`migrate rewrite --map HERE/ids.csv ${there} -q`);
    expect(rewritten.stdout).toBe('W10IMBXVJ W144YNJ08 S2 S9');
    writeFileSync(machine.path('dump2.txt'), rewritten.stdout);
    expect((await orgctl(`migrate rewrite --map HERE/ids.csv --reverse ${back} -q`)).stdout).toBe(
      'U10IMBXVJ W144YNJ08 S1 S9',
    );
  });

  it.each([
    ['to,from\nW144YNJ08,U144YNJ08\n', 'W10IMBXVJ,U10IMBXVJ'],
    ['old,new\nU144YNJ08,W144YNJ08\n', 'U10IMBXVJ,W10IMBXVJ'],
    ['U144YNJ08,W144YNJ08\n', 'U10IMBXVJ,W10IMBXVJ'],
  ])('adds to a map with the columns of %j', async (text, line) => {
    const { machine, orgctl } = await machineWithExport();
    writeFileSync(machine.path('ids.csv'), text);
    await orgctl('-p sandbox migrate exchange U10IMBXVJ --map HERE/ids.csv -q');
    expect(readFileSync(machine.path('ids.csv'), 'utf8')).toBe(`${text}${line}\n`);
  });

  it.each([
    ['migrate map sandbox HERE/people.csv --exchange', 'is not a profile'],
    ['migrate map HERE/people.csv sandbox --team T1', '--team has no effect without --exchange'],
  ])('refuses %s', async (line, message) => {
    const { orgctl } = await machineWithExport();
    const { exit, stderr } = await orgctl(line);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });

  it('reports an organization without two kinds of IDs, and pairs no user', async () => {
    const { orgctl } = await machineWithExport();
    await orgctl('-p sandbox api sandbox.trouble method=migration.exchange error=not_enterprise_team');
    const ran = await orgctl('migrate map HERE/people.csv sandbox --exchange --out HERE/ids.csv');
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain('[not_enterprise_team]');
  });
});
