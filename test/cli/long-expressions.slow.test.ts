import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { account, group } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { objectsIn, openTestSandbox, outcome, patchOp } from '../support/test-sandbox.ts';

/** So many terms that one recursive call per term would overflow the stack. */
const TERMS = 12_000;
const WORDS = ['and', 'or'] as const;
const chain = (term: string, word: (typeof WORDS)[number]) => Array(TERMS).fill(term).join(` ${word} `);
const grouped = (term: string) => '('.repeat(TERMS) + term + ')'.repeat(TERMS);

const ROWS = 'userName,email,department,startDate\nanna,a@x.example,Ops,2026-03-01\nbo,b@x.example,,\n';
const KEYS = { userName: 'userName', email: 'email' };

/** A command that ends in an expression, and a term that matches some of the rows. */
const COMMANDS: readonly (readonly [line: string, term: string])[] = [
  ['scim users list -o text --columns userName --filter', 'userName eq "walt.finch"'],
  ['scim users list -o text --columns userName --where', 'not (title eq "") and created gt 2000-01-01'],
  ['scim groups list -o text --columns displayName --where', 'members gt 0 and displayName co "e"'],
  ['bulk plan FILE -o text --query changes[].name --where', 'startDate le 2026-04-01 and department ne ""'],
];

describe(`an expression of ${TERMS} terms`, () => {
  const machineWithRows = () => {
    const machine = freshMachine();
    writeFileSync(machine.path('rows.csv'), ROWS);
    const run = (line: string, ...words: readonly string[]) =>
      machine.words([
        '-p',
        'sandbox',
        ...line.replace('FILE', machine.path('rows.csv')).split(' '),
        ...words,
      ]);
    return { machine, run };
  };

  it.each(COMMANDS)('has the result of its single term: %s %s', async (line, term) => {
    const { run } = machineWithRows();
    const once = await run(line, term);
    expect({ exit: once.exit, isEmpty: once.stdout === '' }).toEqual({ exit: 0, isEmpty: false });
    expect((await run(line, chain(term, 'and'))).stdout).toBe(once.stdout);
  });

  it.each([
    ['a rule', (when: string) => ({ columns: { ...KEYS, title: [{ when, value: 'Lead' }] } })],
    [
      'groups',
      (when: string) => ({ columns: KEYS, groups: { manage: ['g-*'], rules: [{ group: 'g-a', when }] } }),
    ],
    ['provision', (when: string) => ({ columns: KEYS, provision: { when } })],
  ])('has the result of its single term in a map: %s', async (_, mapOf) => {
    const { machine, run } = machineWithRows();
    const planned = async (when: string) => {
      writeFileSync(machine.path('map.json'), JSON.stringify(mapOf(when)));
      const ran = await run('bulk plan FILE -o json --query changes', '--map', machine.path('map.json'));
      return { ...ran, stderr: '' };
    };
    const once = await planned('department eq "Ops"');
    expect(once).toMatchObject({ exit: 0, stdout: expect.stringContaining('anna') });
    expect(await planned(chain('department eq "Ops"', 'or'))).toEqual(once);
  });

  it.each(COMMANDS)('is refused with one short error if nested as deeply: %s', async (line, term) => {
    const { exit, stdout, stderr } = await machineWithRows().run(line, grouped(term));
    expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' });
    expect(stderr).toMatch(/^error: --\w+: the groups are nested too deeply/);
    expect(stderr.length).toBeLessThan(1000);
  });
});

describe(`the sandbox, for a filter of ${TERMS} terms`, () => {
  const open = (version: '1.1' | '2.0') =>
    openTestSandbox({
      version,
      users: [account('anna', { title: 'Lead' }), account('bo')],
      groups: [group(['anna', 'bo'])],
    });

  it.each([
    ['/Users', 'userName eq "anna" and active eq true'],
    ['/Groups', 'displayName eq "team"'],
  ])('lists in %s what its single term finds', async (path, term) => {
    const service = await open('1.1');
    const find = async (filter: string) => {
      const answer = await service.get(`${path}?filter=${encodeURIComponent(filter)}`);
      return [answer.status, objectsIn(answer.body?.['Resources']).map((found) => found['id'])];
    };
    const once = await find(term);
    expect(once).toEqual([200, [expect.any(String)]]);
    for (const word of WORDS) expect(await find(chain(term, word))).toEqual(once);
  });

  it.each([
    [
      '/Users/WANNA',
      { op: 'replace', value: 'new@example.com' },
      `emails[${chain('type eq "work"', 'or')}].value`,
    ],
    ['/Groups/S1', { op: 'remove' }, `members[${chain('value eq "WANNA"', 'or')}]`],
  ])('refuses it in the path of a PATCH of %s with 400', async (path, operation, target) => {
    const service = await open('2.0');
    const before = await service.read(path);
    const answer = await service.patch(path, patchOp({ ...operation, path: target }));
    expect(outcome(answer)).toBe('400 invalid_request_payload');
    expect(await service.read(path)).toEqual(before);
  });

  it.each(['/Users', '/Groups'])('refuses deep groups in %s with 400', async (path) => {
    const service = await open('1.1');
    expect(outcome(await service.get(`${path}?filter=${encodeURIComponent(grouped('id pr'))}`))).toBe(
      '400 invalid_filter_group',
    );
  });
});
