import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS } from '../../src/output/view.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { organizationOf, TOKENS } from '../support/organization-world.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** The body of a response; a text is sent unchanged. */
type Body = Json | 204;
/** The response to the page that starts at a number. */
interface Page {
  readonly from: number;
  readonly body: Body;
}

const entry = (number: number): JsonObject => ({
  id: `W${number}`,
  userName: `person.${number}`,
  displayName: `Group ${number}`,
  emails: [{ value: `p${number}@example.com`, primary: true }],
  active: true,
});
const entries = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => entry(from + index));

const answering = (body: Body, match: JsonObject = {}): JsonObject => ({
  ...match,
  path: '/scim/*',
  do: 'answer',
  times: 'always',
  ...(body === 204 ? { status: 204 } : { body }),
});

/** A program that uses a service with wrong lists: the given pages first, then the given body. */
async function lyingService(body: Body, { version = '2.0', pages = [] as readonly Page[] } = {}) {
  const { origin, met } = await faultySandbox(organizationOf({}), [
    ...pages.map((page) => answering(page.body, { contains: `startIndex=${page.from}&` })),
    answering(body),
  ]);
  const machine = freshMachine();
  const orgctl = (line: string) =>
    machine.orgctl(`--scim-url ${origin} --scim-version ${version} ${line}`, {
      env: { ORGCTL_TOKEN: TOKENS.owner },
      sleep: async () => {},
    });
  return { met, machine, orgctl };
}

/** Responses that are not a list, and the text quoted from them. */
const NO_LISTS: readonly (readonly [string, Body, string])[] = [
  ['an empty 200', '', 'its body is empty'],
  ['a 204', 204, 'its body is empty'],
  ['only spaces', ' \n', 'its body is empty'],
  ['an empty object', '{}', '{}'],
  ['null', 'null', 'null'],
  ['an error with 200', '{"ok":false,"error":"internal_error"}', '{"ok":false,"error":"internal_error"}'],
  ['null as Resources', '{"totalResults":9,"Resources":null}', '{"totalResults":9,"Resources":null}'],
  ['strings in Resources', '{"totalResults":1,"Resources":["W1"]}', '{"totalResults":1,"Resources":["W1"]}'],
  ['null in Resources', '{"Resources":[null]}', '{"Resources":[null]}'],
  ['an HTML page', '<html>\u001b[31mhello</html>', '<html>^[[31mhello</html>'],
  [
    'a truncated body',
    '{"totalResults":1,"Resources":[{"id":"W1"',
    '{"totalResults":1,"Resources":[{"id":"W1"',
  ],
  [
    'invalid JSON',
    '{"totalResults":1,"Resources":[{"id":"W1",NaN}]}',
    '{"totalResults":1,"Resources":[{"id":"W1",NaN}]}',
  ],
];

/** Each command that reads a list. */
const LISTS = ['users', 'groups'].flatMap((noun) =>
  OUTPUT_FORMATS.map((format) => `scim ${noun} list -o ${format}`),
);
const QUERIED = ["scim users list -o ndjson --query '[].id'", "scim users list -o json --query 'length(@)'"];
const EXPORTS = ['scim users export', 'scim groups export', 'scim groups export --no-names'];

function writeOnePerson(machine: Machine): string {
  const file = machine.path('people.csv');
  writeFileSync(file, 'userName,email\nperson.1,p1@example.com\n');
  return file;
}

/** Commands that treat a missing user as absent. */
const concluding = (machine: Machine) => {
  const file = writeOnePerson(machine);
  return [
    `bulk plan ${file}`,
    `bulk plan ${file} --prune`,
    `bulk apply ${file} --yes`,
    'scim users get person.77',
    'scim users get p77@example.com',
  ];
};

describe.each(['1.1', '2.0'])('response that is not a list over SCIM %s', (version) => {
  it.each(NO_LISTS)(
    'ends every command that reads lists with an error quoting the response: %s',
    async (_, body, quoted) => {
      const { orgctl, machine } = await lyingService(body, { version });
      const out = machine.path('out.csv');
      // Each format of each list is tested with every response, over one of the versions.
      const lists = LISTS.filter((_, index) => index % 2 === (version === '1.1' ? 0 : 1));
      for (const line of [
        ...lists,
        ...QUERIED,
        ...EXPORTS,
        `scim users export --out ${out}`,
        `bulk plan ${writeOnePerson(machine)}`,
      ]) {
        const ran = await orgctl(line);
        const isJson = line.includes('json');
        expect({ line, exit: ran.exit }).toEqual({ line, exit: 11 });
        const isNamed = line === 'scim groups export';
        const path = line.includes('groups') && !isNamed ? '/Groups' : '/Users';
        const said = isJson ? String(JSON.parse(ran.stderr).message) : ran.stderr;
        expect(said).toContain(
          `${path}: the answer (${body === 204 ? 204 : 200}) is not a list: ${isJson ? quoted.replace('^[', '\u001b') : quoted}`,
        );
        expect(ran.stderr).not.toContain('\u001b');
      }
      expect(existsSync(out)).toBe(false);
    },
  );
});

describe.each(['1.1', '2.0'])('list shorter than its total over SCIM %s', (version) => {
  /** Returns six of nine entries, then none. */
  const shortService = () =>
    lyingService(
      { totalResults: 9, Resources: [] },
      { version, pages: [{ from: 1, body: { totalResults: 9, Resources: entries(1, 6) } }] },
    );

  it.each(LISTS)('is printed up to its end, with a warning: %s', async (line) => {
    const { orgctl } = await shortService();
    const ran = await orgctl(line);
    const noun = line.includes('users') ? 'users' : 'groups';
    expect(ran.stderr).toBe(`warning: the list of ${noun} is incomplete: the service returned 6 of 9\n`);
    expect(ran.exit).toBe(line.endsWith('table') ? 0 : 3);
    expect(ran.stdout).toContain('W6');
    if (line.endsWith(' json')) expect(JSON.parse(ran.stdout)).toHaveLength(6);
  });

  it('ends an export, a plan and a lookup', async () => {
    const { orgctl, machine, met } = await shortService();
    const out = machine.path('out.csv');
    for (const line of [...EXPORTS, `scim users export --out ${out}`, ...concluding(machine)]) {
      const ran = await orgctl(line);
      expect({ line, exit: ran.exit }).toEqual({ line, exit: 7 });
      expect(ran.stderr).toContain('is incomplete: the service returned 6 of 9');
    }
    expect(existsSync(out)).toBe(false);
    expect(met.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('cannot prove that a name is unique', async () => {
    const called = { ...entry(3), displayName: 'Clara Voss' };
    const { origin } = await faultySandbox(organizationOf({}), [
      answering({ totalResults: 0, Resources: [] }, { contains: 'filter=' }),
      answering({ totalResults: 9, Resources: [...entries(1, 2), called] }, { contains: 'startIndex=1&' }),
      answering({ totalResults: 9, Resources: [] }, { contains: 'startIndex=' }),
    ]);
    const ran = await freshMachine().orgctl(`--scim-url ${origin} --scim-version ${version} who clara`, {
      env: { ORGCTL_TOKEN: TOKENS.owner },
      sleep: async () => {},
    });
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toContain(
      'the list of users is incomplete: the service returned 3 of 9, in 3 attempts',
    );
  });

  it('is not exported, and leaves an existing file unchanged', async () => {
    const { orgctl, machine } = await shortService();
    const out = machine.path('out.csv');
    writeFileSync(out, 'yesterday\n');
    expect((await orgctl(`scim users export --out ${out} --force`)).exit).toBe(7);
    expect(readFileSync(out, 'utf8')).toBe('yesterday\n');
    expect(readdirSync(machine.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('other inconsistent lists', () => {
  it.each<[string, first: JsonObject, later: JsonObject, RegExp]>([
    [
      'an empty page in the middle',
      { totalResults: 40, Resources: entries(1, 10) },
      { totalResults: 40, Resources: [] },
      /incomplete: the service returned 10 of 40/,
    ],
    [
      'a total that is five too high',
      { totalResults: 14, Resources: entries(1, 9) },
      { totalResults: 14, Resources: [] },
      /incomplete: the service returned 9 of 14/,
    ],
    [
      'a total that is too low',
      { totalResults: 5, Resources: entries(1, 9) },
      { totalResults: 5, Resources: entries(1, 9) },
      /changed while it was read \(9 of 5 read\)/,
    ],
    [
      'one user on two pages',
      { totalResults: 4, Resources: entries(1, 2) },
      { totalResults: 4, Resources: [entry(2), entry(3)] },
      /changed while it was read \(3 of 4 read\)/,
    ],
    [
      'one user twice on a page',
      { totalResults: 2, Resources: [entry(1), entry(1)] },
      { totalResults: 2, Resources: [entry(1), entry(1)] },
      /changed while it was read \(1 of 2 read\)/,
    ],
  ])('are reported in every format and command: %s', async (_, first, later, message) => {
    const { orgctl, machine } = await lyingService(later, { pages: [{ from: 1, body: first }] });
    for (const format of OUTPUT_FORMATS) {
      const ran = await orgctl(`scim users list -o ${format}`);
      expect(ran.stderr).toMatch(message);
      expect(ran.exit).toBe(format === 'table' ? 0 : 3);
    }
    for (const line of [
      `scim users export --out ${machine.path('out.csv')}`,
      `bulk plan ${writeOnePerson(machine)} --prune`,
    ]) {
      const ran = await orgctl(line);
      expect(ran.exit).toBe(7);
      expect(ran.stderr).toMatch(message);
    }
  });

  it.each([...LISTS.filter((line) => line.includes('users')), 'scim users export', 'bulk plan people.csv'])(
    'end a command after repeated pages: %s',
    async (line) => {
      const { orgctl, machine, met } = await lyingService({ totalResults: 1_000_000, Resources: [entry(1)] });
      const ran = await orgctl(line.replace('people.csv', writeOnePerson(machine)));
      expect(ran.exit).toBe(11);
      expect(ran.stderr).toContain(
        '/Users: the service repeats itself: 3 consecutive pages contained nothing new',
      );
      expect(ran.stdout.split('person.1"').length).toBeLessThanOrEqual(2);
      expect(met.length).toBeLessThan(20);
    },
  );

  it('end a command before broken JSON in a long list is printed', async () => {
    const pages = [1, 1001, 2001, 3001, 4001, 5001].map((from) => {
      const page = JSON.stringify({ totalResults: 6000, Resources: entries(from, from + 999) });
      return { from, body: page.replace(/\{"id":"W6000",[^{]*/, '{"id":"W6000",NaN,"emails":[') };
    });
    const { orgctl } = await lyingService(204, { pages });
    for (const format of OUTPUT_FORMATS) {
      const ran = await orgctl(`scim users list -o ${format}`);
      expect(ran.exit).toBe(11);
      expect(ran.stdout).not.toContain('NaN');
      expect(ran.stderr).toContain('/Users: the answer (200) is not a list');
    }
  });

  it('end a command with an error of their own if nested too deeply', async () => {
    const deep = `{"id":"W1","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const list = await lyingService(`{"totalResults":1,"Resources":[${deep}]}`);
    for (const line of [...LISTS, 'scim users export']) {
      const ran = await list.orgctl(line);
      expect(ran.exit).toBe(11);
      expect(ran.stderr).toContain('the answer is nested deeper than 100 levels');
    }
    const one = await lyingService(deep);
    expect(await one.orgctl('scim users get W12345678')).toMatchObject({
      exit: 11,
      stderr: expect.stringContaining(
        'error: the answer is nested deeper than 100 levels (200, application/json)\n',
      ),
    });
  });
});

describe('--limit', () => {
  /** Returns all entries, whatever is requested. */
  const all = { totalResults: 9, Resources: entries(1, 9) };
  const count = (stdout: string) => stdout.split('person.').length - 1;

  it.each([
    [1, 1],
    [8, 8],
    [9, 9],
    [10, 9],
  ])('%d applies to a service that ignores count: %d are printed', async (limit, printed) => {
    for (const version of ['1.1', '2.0']) {
      const { orgctl } = await lyingService(all, { version });
      for (const format of ['ndjson', 'csv', 'table', 'yaml']) {
        const ran = await orgctl(
          `scim users list --limit ${limit} -o ${format} ${format === 'csv' ? '--columns userName' : ''}`,
        );
        expect({ format, version, exit: ran.exit, count: count(ran.stdout) }).toEqual({
          format,
          version,
          exit: 0,
          count: printed,
        });
        const note = limit < 9 ? `${limit} of 9; --limit 9 shows all\n` : '';
        expect(ran.stderr).toBe(note);
      }
    }
  });

  it.each([
    [8, '8 shown, and there may be more: try --limit 80\n'],
    [9, '9 shown, and there may be more: try --limit 90\n'],
    [10, ''],
  ])('%d is reported if the service gives no total', async (limit, note) => {
    const { orgctl } = await lyingService(
      { Resources: [] },
      { pages: [{ from: 1, body: { Resources: entries(1, 9) } }] },
    );
    expect((await orgctl(`scim users list --limit ${limit} -o ndjson`)).stderr).toBe(note);
  });

  it.each([
    [3, '3 shown, and there may be more: try --limit 30'],
    [2, '2 shown, and there are more: try --limit 20'],
    [4, undefined],
  ])('%d is reported if a page ends with the last match of a longer list', async (limit, note) => {
    const body = (from: number, to: number) => ({ totalResults: 1010, Resources: entries(from, to) });
    const { orgctl } = await lyingService(body(1001, 1010), { pages: [{ from: 1, body: body(1, 1000) }] });
    const matches = `scim users list --filter 'username ge "person.997"' --limit ${limit} -o ndjson`;
    const { stderr } = await orgctl(matches);
    expect(stderr.trimEnd().split('\n').slice(1)).toEqual(note === undefined ? [] : [note]);
  });

  it.each([
    [1, 1],
    [3, 3],
    [4, 4],
    [5, 4],
  ])('%d applies to v2 lists filtered locally: %d are printed', async (limit, printed) => {
    const { orgctl } = await lyingService({
      totalResults: 40,
      Resources: entries(1, 40).map((one, index) => ({ ...one, active: index % 10 !== 0 })),
    });
    for (const format of ['ndjson', 'csv --columns userName', 'table']) {
      const ran = await orgctl(`scim users list --filter 'active eq false' --limit ${limit} -o ${format}`);
      expect({ format, exit: ran.exit, count: count(ran.stdout) }).toEqual({
        format,
        exit: 0,
        count: printed,
      });
    }
  });
});

describe('byte order mark', () => {
  it('is accepted by every command that reads', async () => {
    const { orgctl } = await lyingService(`\ufeff${JSON.stringify(entry(1))}`, {
      pages: [{ from: 1, body: `\ufeff${JSON.stringify({ totalResults: 1, Resources: [entry(1)] })}` }],
    });
    for (const format of OUTPUT_FORMATS) expect((await orgctl(`scim users list -o ${format}`)).exit).toBe(0);
    expect(JSON.parse((await orgctl('scim users list -o json')).stdout)).toEqual([entry(1)]);
    expect((await orgctl('scim users export')).stdout).toContain('person.1');
    expect((await orgctl('scim groups export')).exit).toBe(0);
    expect((await orgctl('scim users get W1 -o json')).stdout).not.toContain('\ufeff');
    expect((await orgctl('scim users get W1')).exit).toBe(0);
  });
});

describe('very large resource', () => {
  it.each([
    [8_000_000, 0],
    [8_000_001, 11],
  ])('is read up to 8 MB: with %d bytes the exit code is %d', async (size, exit) => {
    const body = JSON.stringify({ ...entry(1), id: 'W12345678', title: '' });
    const large = body.replace('"title":""', `"title":"${'x'.repeat(size - body.length)}"`);
    const { orgctl } = await lyingService(large);
    const ran = await orgctl('scim users get W12345678 -o json');
    expect(ran.exit).toBe(exit);
    if (exit !== 0) expect(ran.stderr).toContain('the answer is larger than 8 MB (200, application/json)');
  });

  it('is printed raw, but refused by tables, columns and queries', async () => {
    const large = { ...entry(1), displayName: 'x'.repeat(8_100_000) };
    const { orgctl } = await lyingService({ totalResults: 1, Resources: [large] });
    const raw = await orgctl('scim users list -o ndjson');
    expect(raw).toEqual({ exit: 0, stdout: `${JSON.stringify(large)}\n`, stderr: '' });
    const table = await orgctl('scim users list -o table');
    expect(table.exit).toBe(11);
    expect(table.stderr).toContain('/Users: a resource of 9 MB is too large to parse');
    // Resources are parsed for columns and queries.
    expect((await orgctl('scim users list -o csv --columns state,id')).exit).toBe(11);
    expect((await orgctl("scim users list -o ndjson --query '[?active].id'")).exit).toBe(11);
  });
});
