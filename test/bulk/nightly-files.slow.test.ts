import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../src/values/defined.ts';
import { COMPANY_MAP, fileOf } from '../support/company-file.ts';
import {
  Company,
  dayOf,
  HAPPENINGS,
  type Night,
  nights,
  TROUBLES,
  type Trouble,
} from '../support/company-model.ts';
import { type Account, type Expected, expectedOf } from '../support/company-oracle.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** The full test, 30 nights of 200 companies, runs with `npm run test:long`. */
const RUNS = process.env['ORGCTL_TEST_RUNS'];
const isLong = RUNS !== undefined;
const COMPANIES = isLong ? Math.min(200, Number(RUNS)) : 4;
const NIGHTS = isLong ? 30 : 6;
/** Events with a rate of one in twenty also happen in a company of 150. */
const PEOPLE = isLong ? { min: 20, max: 150 } : { min: 12, max: 20 };

/** A night with more deactivations or reactivations than this needs explicit limits. */
const MOST = 2;

/** How often the nights reached each result. */
const seen = { rejected: 0, accepted: 0, stopped: 0, deactivated: 0, reactivated: 0 };
/** How often each event and each fault happened. */
const lived = new Map<string, number>([...HAPPENINGS, ...TROUBLES].map((what) => [what, 0]));
/** A fixed seed in the suite; a new one in each long run, or a given one to repeat a run. */
const CHOSEN = process.env['ORGCTL_TEST_SEED'];
const SEED = CHOSEN === undefined ? (isLong ? Date.now() % 2 ** 31 : 20_261_122) : Number(CHOSEN);
const PATH = process.env['ORGCTL_TEST_PATH'];

describe('nightly files of a company', () => {
  it('keep the service as modeled: one account per employee, and never another owner', {
    timeout: isLong ? 120_000 + COMPANIES * 90_000 : 120_000,
  }, async () => {
    const progress = new Progress();
    await fc.assert(
      fc.asyncProperty(fc.integer(PEOPLE), nights(NIGHTS), async (size, all) => {
        const town = await settle(size);
        for (const [night, what] of all.entries()) await live(town, night, what);
        progress.tell(size);
      }),
      {
        numRuns: COMPANIES,
        ...defined({ path: PATH }),
        seed: SEED,
        endOnFailure: isLong,
      },
    );
    // Each result was reached, and each event happened.
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
    expect([...lived].filter(([, count]) => count === 0)).toEqual([]);
  });
});

/** Prints one progress line per company in a long run. */
class Progress {
  private readonly began = performance.now();
  private before = this.began;
  private done = 0;

  tell(size: number): void {
    if (!isLong) return;
    const now = performance.now();
    this.done += 1;
    const [took, minutes] = [(now - this.before) / 1000, (now - this.began) / 60_000];
    this.before = now;
    const where = `company ${this.done} of ${COMPANIES}, seed ${SEED}`;
    process.stderr.write(
      `${where}: ${size} people, ${NIGHTS} nights, ${took.toFixed(1)} s (${minutes.toFixed(1)} min in all)\n`,
    );
  }
}

/** A company, its machine, and the state after the previous nights. */
interface Town {
  readonly company: Company;
  readonly machine: Machine;
  /** The first owner of each account, by ID. */
  readonly owners: Map<string, string>;
  /** Number of rows of the last applied file. */
  lastRows: number;
  /** The accounts as last read; only this test changes them. */
  accounts: readonly Account[];
}

async function settle(size: number): Promise<Town> {
  const machine = freshMachine();
  writeFileSync(machine.path('map.yaml'), COMPANY_MAP);
  return { company: new Company(size), machine, owners: new Map(), lastRows: 0, accounts: [] };
}

async function live(town: Town, night: number, what: Night): Promise<void> {
  const { company, machine } = town;
  for (const happening of what.happenings) {
    company.live(happening, night);
    lived.set(happening.what, (lived.get(happening.what) ?? 0) + 1);
  }
  for (const trouble of what.troubles) {
    await byHand(town, trouble);
    lived.set(trouble.what, (lived.get(trouble.what) ?? 0) + 1);
  }
  const before = town.accounts;
  const file = fileOf(company, night, what);
  writeFileSync(machine.path('hr.csv'), file.text);
  const first = expectedOf(company, night, file, before, new Set());
  const accepted = new Set(what.accepts ? first.acceptable : []);
  const expected = what.accepts ? expectedOf(company, night, file, before, accepted) : first;
  const isShort = file.rows.length < Math.ceil(town.lastRows * 0.8) && town.lastRows > 10;
  await expectStops(town, night, { expected, accepted, isShort, before });
  // A truncated file is sent again in full the next night.
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
  town.accounts = await accountsOf(machine);
  expectAsModeled(town, before, expected, story);
}

/** Checks that limits lower than the night needs stop the run before the first write. */
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

const BY_HAND: ReadonlySet<Trouble['what']> = new Set(['editTitle', 'editAddress', 'deactivate']);

/** Edits that an administrator makes in the service without telling HR. */
async function byHand(town: Town, { what, who }: Trouble): Promise<void> {
  if (!BY_HAND.has(what)) return;
  const { machine, accounts } = town;
  const account = accounts[who % Math.max(1, accounts.length)];
  if (account === undefined) return;
  const patch = `-p sandbox scim users patch ${account.id} --yes`;
  if (what === 'editTitle') await machine.words([...patch.split(' '), '--title', 'By hand']);
  if (what === 'editAddress')
    await machine.orgctl(`${patch} --email hand${who}@acme.example --user-name hand${who}`);
  if (what === 'deactivate') await machine.orgctl(`-p sandbox scim users deactivate ${account.id} --yes`);
  town.accounts = await accountsOf(machine);
}

/** The accounts of the company; the service has other accounts, too. */
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
  { owners, accounts: after }: Town,
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
