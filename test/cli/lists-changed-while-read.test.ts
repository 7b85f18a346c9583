import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultyWorld } from '../support/faulty-world.ts';
import { account } from '../support/organization-world.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

const PEOPLE = Array.from({ length: 1500 }, (_, index) => account(`u${index}`));
const MOVED = 'the list of users changed while it was read';

describe.each(VERSIONS)('a list that changes while it is read over SCIM %s', (version) => {
  const second = { contains: 'startIndex=1001', times: 'always' };
  /** The second page starts with the last user of the first page and lacks one of its own users. */
  const slid = { totalResults: 1500, Resources: PEOPLE.slice(999, 1499).map(({ id }) => ({ id })) };
  const CHANGES = {
    'a higher total': [{ ...second, do: 'total', add: 1 }],
    'a shifted page': [{ ...second, do: 'answer', body: slid }],
    none: [],
  } as const;
  const startWith = (change: keyof typeof CHANGES) =>
    faultyWorld({ version, users: PEOPLE }, CHANGES[change]);

  it.each([
    ['a higher total', ''],
    ['a shifted page', ' (1,499 of 1,500 read)'],
  ] as const)('is printed with a warning, and not exported: %s', async (change, count) => {
    const { orgctl, machine } = await startWith(change);
    const warning = `warning: ${MOVED}${count}: some may be missing or appear twice\n`;
    const ran = await orgctl('scim users list -o csv --columns id --no-header');
    expect(ran).toMatchObject({ exit: 3, stderr: warning });
    expect(ran.stdout.trim().split('\n')).toHaveLength(1500);
    const table = await orgctl('scim users list -o table --limit 1001');
    expect(table.exit).toBe(0);
    expect(table.stderr).toContain(`warning: ${MOVED}`);
    expect(await orgctl('scim users export')).toMatchObject({
      exit: 7,
      stderr: `error: ${MOVED}${count}\nhint: --out FILE reads the list again and writes it only if it is complete\n`,
    });
    const out = machine.path('out.csv');
    expect(await orgctl(`scim users export --out ${out}`)).toEqual({
      exit: 7,
      stdout: '',
      stderr: `error: ${MOVED}${count}, in 3 attempts\nhint: try again when no other program changes users\n`,
    });
    expect(readdirSync(machine.home).filter((name) => name.includes('out.csv'))).toEqual([]);
  });

  it('is exported as soon as it remains unchanged', async () => {
    const joining = { ...second, do: 'total', add: 1, times: 2 };
    const { orgctl, machine, sandbox } = await faultyWorld({ version, users: PEOPLE }, [joining]);
    const out = machine.path('out.csv');
    const ran = await orgctl(`scim users export --out ${out}`);
    expect(ran).toEqual({ exit: 0, stdout: '', stderr: '1,500 users exported\n' });
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(1501);
    expect(sandbox.met.filter(({ url }) => url.includes(second.contains))).toHaveLength(3);
  });

  it('causes no warning if it remains unchanged', async () => {
    const { orgctl } = await startWith('none');
    expect((await orgctl('scim users list -o csv --columns id')).stderr).toBe('');
    expect((await orgctl('scim groups export')).stderr).toBe('0 groups exported, 0 lines\n');
  });
});
