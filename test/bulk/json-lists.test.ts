import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonListScanner } from '../../src/bulk/input/json-list-scanner.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

interface Person {
  readonly userName: string;
  readonly email: string;
  readonly employeeNumber?: string;
  readonly manager?: string;
  readonly groups?: readonly string[];
  readonly active?: boolean;
}

const person = (name: string, more: Partial<Person> = {}): Person => ({
  userName: name,
  email: `${name}@x.example`,
  ...more,
});

function ran(machine: Machine, command: string, name: string, text: string) {
  writeFileSync(machine.path(name), text);
  return machine.orgctl(`-p sandbox bulk ${command.replace('FILE', machine.path(name))}`);
}

async function applied(machine: Machine, objects: readonly object[]) {
  const { exit, stderr } = await ran(machine, 'apply FILE --yes', 'people.json', JSON.stringify(objects));
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
}

async function listed(machine: Machine): Promise<readonly Person[]> {
  const { stdout } = await machine.orgctl('-p sandbox scim users list -o json --limit 1000');
  return JSON.parse(stdout);
}

describe('several users in one line of a JSON array', () => {
  it('keep their accounts without duplicates', async () => {
    const machine = freshMachine();
    await applied(machine, [person('a1', { employeeNumber: '1' }), person('a2', { employeeNumber: '2' })]);
    await applied(machine, [person('awed', { employeeNumber: '1' }), person('n1', { employeeNumber: '50' })]);
    const names = (await listed(machine)).map(({ userName }) => userName);
    expect(names.filter((name) => /^(a1|a2|awed|n1)$/.test(name)).sort()).toEqual(['a2', 'awed', 'n1']);
  });

  it('may include a deactivated user beside a new one', async () => {
    const machine = freshMachine();
    await applied(machine, [person('a1', { employeeNumber: '1' })]);
    await applied(machine, [{ employeeNumber: '1', active: false }, person('n1', { employeeNumber: '5' })]);
    const left = (await listed(machine)).find(({ userName }) => userName === 'a1');
    expect(left?.active).toBe(false);
  });

  it('join their own groups only', async () => {
    const machine = freshMachine();
    await applied(machine, [person('g1', { groups: ['IT'] }), person('g2', { groups: ['Support desk'] })]);
    for (const [group, own, other] of [
      ['IT', 'g1', 'g2'],
      ['Support desk', 'g2', 'g1'],
    ] as const) {
      const { stdout } = await machine.orgctl(`-p sandbox scim groups members list '${group}'`);
      expect({ group, own: stdout.includes(own), other: stdout.includes(other) }).toEqual({
        group,
        own: true,
        other: false,
      });
    }
  });

  it('may be the manager of one another', async () => {
    const text = JSON.stringify([person('d1', { manager: 'd2' }), person('d2')]);
    const { stdout } = await ran(freshMachine(), 'plan FILE -o json', 'people.json', text);
    expect(JSON.parse(stdout).changes).toMatchObject([
      { id: 'L2', line: 2, user: { userName: 'd2' } },
      { id: 'L1', line: 1, user: { userName: 'd1' } },
    ]);
  });

  it('are distinguished if all of them exist', async () => {
    const machine = freshMachine();
    await applied(machine, [person('a1'), person('a2')]);
    const { stderr } = await ran(
      machine,
      'plan FILE',
      'people.json',
      '[{"userName":"a1"},{"userName":"a2"}]',
    );
    expect(stderr).toContain('nothing to change; 2 unchanged\n');
  });

  it('count separately toward the limit of bad rows, and have a place and a position', async () => {
    const text = JSON.stringify([
      person('a1'),
      ...['b1', 'b2'].map((name) => ({ userName: name, email: '@' })),
    ]);
    const stopped = await ran(freshMachine(), 'plan FILE --on-bad-row skip --max-bad-rows 1', 'a.json', text);
    expect(stopped.stderr).toContain('error: 2 bad rows in ');
    const { stdout } = await ran(freshMachine(), 'check FILE -o json', 'a.json', text);
    expect(JSON.parse(stdout)).toMatchObject([
      { at: { line: 1, column: text.indexOf('"@"') + 1 }, row: 2 },
      { at: { line: 1, column: text.lastIndexOf('"@"') + 1 }, row: 3 },
    ]);
  });

  it('are explained by position, and the output mentions it', async () => {
    const text = JSON.stringify([person('a1'), person('a2')]);
    const { stdout, stderr } = await ran(freshMachine(), 'plan FILE --explain 2', 'a.json', text);
    expect(stdout).toContain('a2@x.example');
    expect(stdout).not.toContain('a1@x.example');
    expect(stderr).toContain('a.json: recognized a JSON array; line numbers are positions in the array\n');
  });

  it('are memberships in a group file', async () => {
    const machine = freshMachine();
    await applied(machine, [person('a1'), person('a2')]);
    const text = JSON.stringify([
      { group: 'IT', member: 'a1' },
      { group: 'IT', member: 'a2' },
      { group: 'IT', member: 'a1' },
    ]);
    const { stderr } = await ran(machine, 'plan FILE', 'groups.json', text);
    expect(stderr).toContain('lines 1 and 3 are the same membership');
  });

  it('have unique numbers even if only the last ones share a line', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => JSON.stringify(person(`p${index}`)));
    const text = `[\n${many.join(',\n')}, ${JSON.stringify(person('last'))}]`;
    const { stdout } = await ran(freshMachine(), 'plan FILE -o json', 'a.json', text);
    const lines = JSON.parse(stdout).changes.map(({ line }: { line: number }) => line);
    expect([new Set(lines).size, lines[0], lines.at(-1)]).toEqual([2001, 2, 2002]);
  });
});

describe('same users in other formats', () => {
  const names = fc.uniqueArray(fc.constantFrom('ann', 'bo', 'cy', 'di', 'ed'), { minLength: 1 });
  const people = names.chain((all) =>
    fc.tuple(
      ...all.map((name, index) =>
        fc.record({
          userName: fc.constant(name),
          email: fc.constant(`${name}@x.example`),
          manager: fc.constantFrom('', ...all.slice(0, index)),
          employeeNumber: fc.constantFrom('', `10${index}`),
        }),
      ),
    ),
  );

  it('give the same plan', async () => {
    const machine = freshMachine();
    const planOf = async (name: string, text: string) => {
      const { stdout } = await ran(machine, 'plan FILE -o json', name, text);
      return JSON.parse(stdout).changes.map((change: Record<string, unknown>) => [
        change.kind,
        change.name,
        change.user,
        change.set,
      ]);
    };
    await fc.assert(
      fc.asyncProperty(people, async (rows) => {
        const asCsv = await planOf(
          'a.csv',
          `userName,email,manager,employeeNumber\n${rows.map((row) => Object.values(row).join(',')).join('\n')}\n`,
        );
        expect(await planOf('line.json', JSON.stringify(rows))).toEqual(asCsv);
        expect(await planOf('pretty.json', JSON.stringify(rows, null, 2))).toEqual(asCsv);
        expect(await planOf('a.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'))).toEqual(asCsv);
      }),
      { numRuns: 8 },
    );
  }, 60_000);
});

describe('incomplete JSON list', () => {
  const two = `${JSON.stringify(person('a1'))},${JSON.stringify(person('a2'))}`;

  it.each([
    ['is cut off after an object', `[${two}`, 'the array is never closed'],
    ['is cut off after a comma', `[${two},`, 'the array is never closed'],
    ['is cut off in an object', `[${two},{"userName"`, 'this object is never closed'],
    ['is cut off after the list', `{"value":[${two}]`, 'unexpected text after the array'],
    ['is followed by another array', `[${two}][{"userName":"b"}]`, 'unexpected text after the array'],
    ['is one of two lists', `{"users":[${two}],"people":[{"userName":"b"}]}`, '"people" is a second list'],
    ['has an extra comma', `[${two},]`, 'this is not JSON'],
    ['has no comma between objects', `[${two.replace('},{', '} {')}]`, 'this is not JSON'],
    [
      'has a link to the next page',
      `{"value":[${two}],"@odata.nextLink":"https://x.example"}`,
      '"@odata.nextLink": this is one page',
    ],
    [
      'has a token for the next page',
      `{"users":[${two}],"nextPageToken":"x"}`,
      '"nextPageToken": this is one page',
    ],
    [
      'has a link to the next page before the list',
      `{"next":"https://x.example","results":[${two}]}`,
      '"next": this is one page',
    ],
    [
      'has a link to the next page in a nested object',
      `{"data":[${two}],"links":{"next":"https://x.example"}}`,
      '"next": this is one page',
    ],
    [
      'has fewer elements than its total',
      `{"totalResults":3,"Resources":[${two}]}`,
      '"totalResults" is 3, but the list has 2',
    ],
  ])('stops a plan when it %s', async (_, text, words) => {
    const { exit, stderr } = await ran(freshMachine(), 'plan FILE --on-bad-row skip', 'a.json', text);
    expect({ exit, stderr }).toMatchObject({ exit: 5, stderr: expect.stringContaining(words) });
  });

  it.each([
    ['has no next page', `{"value":[${two}],"next":null,"nextPageToken":"","hasMore":false}`],
    ['has as many elements as its total', `{"schemas":["urn:x"],"totalResults":2,"Resources":[${two}]}`],
    ['has other properties with names of lists', `{"data":["x"],"users":[${two}],"items":[]}`],
  ])('is not assumed if the list %s', async (_, text) => {
    expect(await ran(freshMachine(), 'plan FILE', 'a.json', text)).toMatchObject({ exit: 0 });
  });

  it('reports each element that is not an object', async () => {
    const text = `[${two},"mei", 5,null,[]]`;
    const { exit, stdout } = await ran(freshMachine(), 'check FILE -o json', 'a.json', text);
    expect(exit).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject(
      [3, 4, 5, 6].map((row) => ({
        row,
        code: 'damaged_record',
        message: 'this element of the array is not an object',
      })),
    );
  });

  it('splits the same elements for any chunk size', () => {
    const value = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      fc.jsonValue({ maxDepth: 1 }),
    );
    fc.assert(
      fc.property(fc.array(value), fc.nat(4), fc.nat(20), (all, indent, size) => {
        const text = `\n${JSON.stringify(all, null, indent)} `;
        const scanner = new JsonListScanner();
        const found: unknown[] = [];
        for (let at = 0; at < text.length; at += size + 1)
          for (const { raw } of scanner.push(text.slice(at, at + size + 1))) found.push(JSON.parse(raw));
        expect(found).toEqual(JSON.parse(text));
        expect([scanner.isClosed, JSON.parse(scanner.envelope())]).toEqual([true, []]);
      }),
    );
  });
});
