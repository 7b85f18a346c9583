import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../src/values/defined.ts';
import { COMPANY_MAP, fileOf } from '../support/company-file.ts';
import { Company, dayOf, type Night, nights, type Trouble } from '../support/company-model.ts';
import { type Account, type Expected, expectedOf } from '../support/company-oracle.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** The whole of it, 30 nights of 200 companies, is run by `npm run test:long`. */
const RUNS = process.env['ORGCTL_TEST_RUNS'];
const isLong = RUNS !== undefined;
const COMPANIES = isLong ? Math.min(200, Number(RUNS)) : 4;
const NIGHTS = isLong ? 30 : 6;

/** More people than these are not deactivated or reactivated in one night unless a person allows it. */
const MOST = 2;

/** What the nights of these companies have in them. */
const seen = { rejected: 0, accepted: 0, stopped: 0, deactivated: 0, reactivated: 0 };
/** One seed in the suite; another each time in the long run, or the one of a run to see again. */
const CHOSEN = process.env['ORGCTL_TEST_SEED'];
const SEED = CHOSEN === undefined ? (isLong ? undefined : 20_261_122) : Number(CHOSEN);
const PATH = process.env['ORGCTL_TEST_PATH'];

describe('a company that sends a file every night', () => {
  it('has in the service what its people department knows, nobody twice, and no account with another owner', {
    timeout: isLong ? 3_600_000 : 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 12, max: 20 }), nights(NIGHTS), async (size, all) => {
        const town = await settle(size);
        for (const [night, what] of all.entries()) await live(town, night, what);
      }),
      {
        numRuns: COMPANIES,
        ...defined({ seed: SEED, path: PATH }),
        endOnFailure: isLong,
      },
    );
    // Each of them was seen.
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
  });
});

/** A company, its machine, and what is known of the nights before. */
interface Town {
  readonly company: Company;
  readonly machine: Machine;
  /** Who had each account first, by ID. */
  readonly owners: Map<string, string>;
  /** Rows of the last file that was applied. */
  lastRows: number;
}

async function settle(size: number): Promise<Town> {
  const machine = freshMachine();
  writeFileSync(machine.path('map.yaml'), COMPANY_MAP);
  return { company: new Company(size), machine, owners: new Map(), lastRows: 0 };
}

async function live(town: Town, night: number, what: Night): Promise<void> {
  const { company, machine } = town;
  for (const happening of what.happenings) company.live(happening, night);
  for (const trouble of what.troubles) await byHand(town, trouble);
  const before = await accountsOf(machine);
  const file = fileOf(company, night, what);
  writeFileSync(machine.path('hr.csv'), file.text);
  const first = expectedOf(company, night, file, before, new Set());
  const accepted = new Set(what.accepts ? first.acceptable : []);
  const expected = what.accepts ? expectedOf(company, night, file, before, accepted) : first;
  const isShort = file.rows.length < Math.ceil(town.lastRows * 0.8) && town.lastRows > 10;
  await expectStops(town, night, { expected, accepted, isShort, before });
  // A cut file is sent again, whole, the next night.
  if (isShort) return;
  const limits = `--max-deactivate ${expected.deactivations} --max-reactivate ${expected.reactivations}`;
  const ran = await apply(town, night, accepted, limits);
  const told = { night, what, file: file.text, rejected: [...expected.rejected], before, ran };
  const story = JSON.stringify(told, undefined, 1);
  expect(ran.exit, story).toBe(expected.rejected.size > 0 ? 3 : 0);
  seen.rejected += expected.rejected.size;
  seen.accepted += accepted.size;
  seen.deactivated += expected.deactivations;
  seen.reactivated += expected.reactivations;
  town.lastRows = file.rows.length;
  expectAsModeled(town, await accountsOf(machine), before, expected, story);
}

/** Every limit holds: one less than the night needs stops it before the first write. */
async function expectStops(
  town: Town,
  night: number,
  {
    expected: { deactivations, reactivations },
    accepted,
    isShort,
    before,
  }: {
    readonly expected: Expected;
    readonly accepted: ReadonlySet<number>;
    readonly isShort: boolean;
    readonly before: readonly Account[];
  },
): Promise<void> {
  const isTooMuch = deactivations > MOST || reactivations > MOST;
  if (!isShort && !isTooMuch) return;
  const limits = isShort ? '' : `--max-deactivate ${MOST} --max-reactivate ${MOST}`;
  const ran = await apply(town, night, accepted, limits);
  expect(ran).toMatchObject({ exit: 9 });
  seen.stopped += 1;
  expect(await accountsOf(town.machine)).toEqual(before);
}

function apply({ machine }: Town, night: number, accepted: ReadonlySet<number>, limits: string) {
  const flags = accepted.size === 0 ? '' : `--accept-identity-change ${[...accepted].join(',')}`;
  const words = `bulk apply ${machine.path('hr.csv')} --map ${machine.path('map.yaml')} --today ${dayOf(night)}`;
  return machine.orgctl(
    `-p sandbox ${words} --yes --on-bad-row skip --max-bad-rows 100% ${flags} ${limits} -o json`,
  );
}

/** What an administrator does in the service without telling the people department. */
async function byHand({ machine }: Town, { what, who }: Trouble): Promise<void> {
  const accounts = await accountsOf(machine);
  const account = accounts[who % Math.max(1, accounts.length)];
  if (account === undefined) return;
  const patch = `-p sandbox scim users patch ${account.id} --yes`;
  if (what === 'editTitle') await machine.words([...patch.split(' '), '--title', 'By hand']);
  if (what === 'editAddress')
    await machine.orgctl(`${patch} --email hand${who}@acme.example --user-name hand${who}`);
  if (what === 'deactivate') await machine.orgctl(`-p sandbox scim users deactivate ${account.id} --yes`);
}

/** The accounts of the company; the service has others, too. */
async function accountsOf(machine: Machine): Promise<readonly Account[]> {
  const { stdout } = await machine.orgctl('-p sandbox scim users export');
  const [heading = '', ...lines] = stdout.trim().split('\n');
  const names = heading.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return (name: string) => cells[names.indexOf(name)] ?? '';
  });
  const numbers = new Map(rows.map((cell) => [cell('id'), cell('employeeNumber')]));
  return rows
    .filter((cell) => cell('employeeNumber').startsWith('E-'))
    .map((cell) => ({
      id: cell('id'),
      userName: cell('userName'),
      email: cell('email'),
      title: cell('title'),
      department: cell('department'),
      number: cell('employeeNumber'),
      manager: numbers.get(cell('manager')) ?? '',
      isActive: cell('active') === 'true',
    }));
}

function expectAsModeled(
  { owners }: Town,
  after: readonly Account[],
  before: readonly Account[],
  { accounts }: Expected,
  story: string,
): void {
  const numbers = after.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { id, number } of after) {
    expect(owners.get(id) ?? number).toBe(number);
    owners.set(id, number);
  }
  const kept = new Map(before.map(({ id, number }) => [number, id]));
  for (const { id, number } of after) expect(kept.get(number) ?? id).toBe(id);
  const byNumber = (list: Iterable<Omit<Account, 'id'>>) =>
    [...list].sort((one, other) => one.number.localeCompare(other.number));
  const shown = after.map(({ id: _, ...account }) => account);
  const modeled = [...accounts.values()].map(({ id: _, ...account }: Partial<Account>) => account as Account);
  expect(byNumber(shown), story).toEqual(byNumber(modeled));
}
