import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEEPEST_JSON, readBoundedJson } from '../../src/json/bounded-json.ts';
import { isDeeperThan } from '../../src/json/json-depth.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { organizationOf, TOKENS } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const USER = (levels: number) =>
  `{"id":"W1ABCDEFG","userName":"bo","active":true,"emails":[{"value":"bo@x.example","primary":true}],"extra":${nested(levels)}}`;
const GROUP = (levels: number) =>
  `{"id":"S1ABCDEFG","displayName":"IT","members":[],"extra":${nested(levels)}}`;

/** A machine whose service sends this body in every response. */
async function answering(body: string) {
  const { origin } = await faultySandbox(organizationOf({}), [{ do: 'answer', body, times: 'always' }]);
  const machine = freshMachine();
  const flags = `--scim-url ${origin} --api-url ${origin}/api --scim-version 2.0 --max-wait 0s`;
  const env = { ORGCTL_TOKEN: TOKENS.owner };
  return (line: string) => machine.orgctl(`${flags} ${line}`, { env, sleep: async () => {} });
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
    ['scim users create --user-name bo --email bo@x.example', USER],
    ['scim users patch W1ABCDEFG --title x', USER],
    ['scim users deactivate W1ABCDEFG --yes', USER],
    ['scim groups create IT', GROUP],
    ['scim groups patch S1ABCDEFG --name Security', GROUP],
    [
      'conversations mark C0RANDOM 1709571600.000100',
      (levels: number) => `{"ok":true,"x":${nested(levels)}}`,
    ],
    [
      'api conversations.mark channel=C0RANDOM ts=1709571600.000100',
      (levels: number) => `{"ok":true,"x":${nested(levels)}}`,
    ],
  ])('leaves the outcome of a write unknown, without a defect: %s', async (line, body) => {
    const { exit, stderr } = await (await answering(body(5000)))(line);
    expect({ line, exit: [11, 13].includes(exit) ? 'no answer' : exit }).toEqual({ line, exit: 'no answer' });
    expect(stderr).not.toContain('defect');
  });

  it('is printed at the maximum depth', async () => {
    const orgctl = await answering(USER(DEEPEST_JSON - 1));
    for (const format of ['json', 'yaml', 'table', 'csv']) {
      const { exit } = await orgctl(`scim users get W1ABCDEFG -o ${format}`);
      expect({ format, exit }).toEqual({ format, exit: 0 });
    }
  });
});

describe('an invalid date', () => {
  const log = (date: unknown) =>
    JSON.stringify({ ok: true, logs: [{ date, change_type: 'added', app_id: 'A1' }], paging: { pages: 1 } });
  it.each(['soon', 1e300, -1e300, null, {}, '99999999999999999999', ''])(
    'causes no defect in a table or by day: %s',
    async (date) => {
      const orgctl = await answering(log(date));
      for (const line of ['logs -o table', 'logs --by day', 'logs -o csv', 'logs', 'logs --since -7d']) {
        const { exit, stderr } = await orgctl(line);
        expect({ line, exit, stderr: stderr.includes('defect') }).toEqual({ line, exit: 0, stderr: false });
      }
    },
  );

  it('is printed unchanged', async () => {
    const orgctl = await answering(log('soon'));
    expect((await orgctl('logs -o csv --columns date')).stdout).toBe('date\nsoon\n');
    expect((await orgctl('logs --by day -o csv')).stdout).toContain('soon');
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
