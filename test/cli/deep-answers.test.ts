import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEEPEST_JSON, readBoundedJson } from '../../src/json/bounded-json.ts';
import { isDeeperThan } from '../../src/json/json-depth.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { account, group, organizationOf, TOKENS } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const USER = (levels: number) =>
  `{"id":"W1ABCDEFG","userName":"bo","active":true,"emails":[{"value":"bo@x.example","primary":true}],"extra":${nested(levels)}}`;
const GROUP = (levels: number) =>
  `{"id":"S1ABCDEFG","displayName":"IT","members":[],"extra":${nested(levels)}}`;

/** A machine whose service sends this body in every response, or only in those to some methods. */
async function serving(body: string, methods?: readonly string[]) {
  const answer = { do: 'answer', body, times: 'always' };
  const { origin, met } = await faultySandbox(
    organizationOf({ users: [account('bo')], groups: [group(['bo'])] }),
    methods === undefined ? [answer] : methods.map((method) => ({ ...answer, method })),
  );
  const machine = freshMachine();
  const flags = `--scim-url ${origin} --api-url ${origin}/api --scim-version 2.0 --max-wait 0s`;
  const env = { ORGCTL_TOKEN: TOKENS.owner };
  const orgctl = (line: string) => machine.orgctl(`${flags} ${line}`, { env, sleep: async () => {} });
  return { orgctl, met };
}

async function answering(body: string) {
  return (await serving(body)).orgctl;
}

describe('readBoundedJson', () => {
  it.each([
    [DEEPEST_JSON - 1, false],
    [DEEPEST_JSON, false],
    [DEEPEST_JSON + 1, true],
    [30_000_000, true],
  ])('%i levels of nesting are refused: %s', (levels, isRefused) => {
    const read = readBoundedJson(levels > 1e6 ? '['.repeat(levels) : nested(levels));
    expect(read).toEqual(
      isRefused ? { fault: 'nested deeper than 100 levels' } : { value: JSON.parse(nested(levels)) },
    );
  });

  it('ignores brackets within strings, even with escaped quotes', () => {
    const strings = ['"[[[["', '"\\"[[["', '"\\\\"', '"\\\\\\"[[[["', '"'];
    expect(strings.map((text) => isDeeperThan(0, text))).toEqual([false, false, false, false, false]);
    expect(isDeeperThan(1, '["\\\\",[')).toBe(true);
    expect(isDeeperThan(1, '[][][]{}{}')).toBe(false);
  });

  it('reports any other fault as "not JSON"', () => {
    expect(['', '{', '{"a":1}x', '\u0000'].map(readBoundedJson)).toEqual(
      Array(4).fill({ fault: 'not JSON' }),
    );
    expect(readBoundedJson('{"a":[1]}')).toEqual({ value: { a: [1] } });
  });
});

describe('a response nested deeper than any resource', () => {
  it.each([
    ['scim users get W1ABCDEFG', USER],
    ['scim groups get S1ABCDEFG', GROUP],
    ['scim groups members list S1ABCDEFG', GROUP],
    ['scim service config', USER],
    ['api team.integrationLogs', (levels: number) => `{"ok":true,"logs":${nested(levels)}}`],
    ['logs', (levels: number) => `{"ok":true,"logs":${nested(levels)}}`],
    ['admin sessions', (levels: number) => `{"ok":true,"active_sessions":${nested(levels)}}`],
  ])('is refused as too deep: %s', async (line, body) => {
    const { exit, stdout, stderr } = await (await answering(body(5000)))(line);
    expect({ exit, stdout, first: stderr.split('\n')[0] }).toEqual({
      exit: 11,
      stdout: '',
      first: expect.stringMatching(/the answer is nested deeper than 100 levels \(200, application\/json\)$/),
    });
  });

  it.each([
    ['scim users patch W1ABCDEFG --title x', USER],
    ['scim users deactivate W1ABCDEFG --yes', USER],
    ['scim groups create IT', GROUP],
    ['scim groups patch S1ABCDEFG --name Security', GROUP],
  ])('is refused before anything is written: %s', async (line, body) => {
    const { orgctl, met } = await serving(body(5000));
    const { exit, stdout, stderr } = await orgctl(line);
    expect({ exit, stdout, stderr }).toEqual({
      exit: 11,
      stdout: '',
      stderr: expect.stringMatching(/^error: .*the answer is nested deeper than 100 levels/),
    });
    expect(met.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each([
    ['scim users create --user-name ada --email ada@x.example', 'POST'],
    ['scim users patch bo --title x', 'PATCH'],
    ['scim users deactivate bo --yes', 'DELETE'],
    ['scim groups create IT', 'POST'],
    ['scim groups patch Team --name Security', 'PATCH'],
    ['conversations mark C0RANDOM 1709571600.000100', 'POST'],
    ['api conversations.mark channel=C0RANDOM ts=1709571600.000100', 'POST'],
  ])('leaves the outcome of a write unknown: %s', async (line, method) => {
    const { orgctl, met } = await serving(nested(5000), [method]);
    const { exit, stdout, stderr } = await orgctl(line);
    expect({ exit, stdout, stderr }).toEqual({
      exit: 13,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: outcome of \S+ is unknown: .*the answer is nested deeper than 100 levels.*\nhint: .* resume /m,
      ),
    });
    // A SCIM write is sent again if a read shows that it did not happen; the Web API has nothing to read.
    const sent = met.filter((request) => request.method === method);
    expect(sent).toHaveLength(line.startsWith('scim') ? 3 : 1);
  });

  it('is printed at the maximum depth', async () => {
    const user = USER(DEEPEST_JSON - 1);
    const orgctl = await answering(user);
    const print = async (flags: string) => {
      const { exit, stdout, stderr } = await orgctl(`scim users get W1ABCDEFG ${flags}`);
      expect({ flags, exit, stderr }).toEqual({ flags, exit: 0, stderr: '' });
      return stdout;
    };
    expect(JSON.parse(await print('-o json'))).toEqual(JSON.parse(user));
    expect(parse(await print('-o yaml'))).toEqual(JSON.parse(user));
    expect(await print('-o table')).toMatch(/^Username +bo\n/);
    expect(await print('-o csv --columns userName,email')).toBe('userName,email\nbo,bo@x.example\n');
  });
});

describe('an invalid date', () => {
  const log = (date: unknown) =>
    JSON.stringify({ ok: true, logs: [{ date, change_type: 'added', app_id: 'A1' }], paging: { pages: 1 } });
  it.each([
    ['soon', 'soon'],
    [1e300, '1e+300'],
    [-1e300, "'-1e+300"],
    ['99999999999999999999', '99999999999999999999'],
    [null, ''],
    [{}, ''],
    ['', ''],
  ])('is printed as the service sends it, or as no time: %j', async (date, shown) => {
    const orgctl = await answering(log(date));
    const print = async (line: string) => {
      const { exit, stdout, stderr } = await orgctl(line);
      expect({ line, exit, stderr }).toEqual({ line, exit: 0, stderr: '' });
      return stdout;
    };
    expect(await print('logs -o csv --columns date,change')).toBe(`date,change\n${shown},added\n`);
    expect(await print('logs --by day -o csv --columns day,count')).toBe(
      `day,count\n${shown || '(none)'},1\n`,
    );
    expect(await print('logs -o table --columns change,date')).toContain(shown.replace(/^'/, ''));
    expect(JSON.parse(await print('logs -o json'))).toMatchObject([{ date }]);
    await print('logs --since -7d');
  });
});

describe('a file nested deeper than any record', () => {
  it.each([
    [
      'rows.ndjson',
      (deep: string) => `{"userName":"bo","x":${deep}}\n`,
      'bulk check FILE',
      'this line is nested deeper than 100 levels',
    ],
    [
      'plan.json',
      (deep: string) => `{"format":"orgctl-plan","x":${deep}}`,
      '-p sandbox bulk apply FILE --yes',
      'FILE is nested deeper than 100 levels',
    ],
    [
      'ids.json',
      (deep: string) => `{"user_id_map":{"U0AAAAAA1":${deep}}}`,
      'migrate rewrite --map FILE',
      'FILE is nested deeper than 100 levels',
    ],
    [
      'map.json',
      (deep: string) => `{"columns":${deep}}`,
      'bulk check people.csv --map FILE',
      'nested deeper than 64 levels',
    ],
    ['seed.json', (deep: string) => `{"users":${deep}}`, 'sandbox seed FILE', 'nested deeper than 64 levels'],
    ['manifest.json', (deep: string) => `{"x":${deep}}`, 'manifest validate FILE', 'nested deeper than'],
  ])('is refused with a specific finding: %s', async (name, text, line, said) => {
    const machine = freshMachine();
    const file = machine.path(name);
    writeFileSync(file, text(nested(5000)));
    const people = machine.path('people.csv');
    writeFileSync(people, 'userName,email\nbo,bo@x.example\n');
    const { exit, stdout, stderr } = await machine.orgctl(
      line.replace('FILE', file).replace('people.csv', people),
    );
    expect(exit).toBe(5);
    expect(stdout + stderr).toContain(said.replace('FILE', file));
  });

  it('is refused as an argument', async () => {
    const { exit, stderr } = await freshMachine().orgctl(`-p sandbox api auth.test x:=${nested(5000)}`);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: `error: x: this is nested deeper than 100 levels\nhint: x:='["a","b"]'\n`,
    });
  });
});
