// cspell:ignore kestrel
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../../support/run-orgctl.ts';

const HEADING = 'userName,email,title\n';
const people = (names: readonly string[], title: string) =>
  HEADING + names.map((name) => `${name},${name}@kestrel.example,${title}\n`).join('');

interface Header {
  readonly runs?: readonly string[];
  readonly feeds?: readonly string[];
  readonly lacks?: readonly string[];
}

describe('earlier runs in a recording', () => {
  let machine: Machine;
  beforeEach(() => {
    machine = freshMachine();
  });

  const write = (file: string, text: string) => writeFileSync(machine.path(file), text);
  const placed = (line: string) => line.replace(/\b[a-z]+\.(?:csv|json)\b/g, (name) => machine.path(name));
  const run = (line: string) => machine.orgctl(`-p sandbox ${placed(line)}`);

  async function recorded(line: string) {
    const tape = machine.path('call.tape');
    const ran = await machine.orgctl(`--record ${tape} -p sandbox ${placed(line)}`);
    const header: Header = JSON.parse(readFileSync(tape, 'utf8').split('\n')[0] ?? '').recording;
    const { runs = [], feeds = [] } = header;
    expect(header.lacks).toBeUndefined();
    const replayed = await machine.orgctl(`--replay ${tape}`);
    expect(replayed.exit).toBe(ran.exit);
    return { ran, replayed, runs: runs.length, feeds: feeds.length };
  }

  async function applyOthers() {
    write('other.csv', people(['ida.ree', 'jon.ree'], 'Baker'));
    expect((await run('bulk apply other.csv --yes')).exit).toBe(0);
    expect((await run('scim users deactivate clara.voss --yes')).exit).toBe(0);
  }

  it.each([
    ['bulk apply new.csv --yes', 0],
    ['bulk plan new.csv', 0],
    ['bulk check new.csv', 0],
    ['onboard new.csv --yes', 0],
    ['undo latest --yes', 1],
    ['resume latest', 1],
    ['bulk resume latest', 1],
  ])('are only those that the command reads: %s', async (line, runs) => {
    await applyOthers();
    write('new.csv', people(['ned.roe'], 'Cook'));
    expect(await recorded(line)).toMatchObject({ ran: { exit: 0 }, runs, feeds: 0 });
  });

  it('are the last run of the same file, and what undid it', async () => {
    write('new.csv', people(['ned.roe'], 'Cook'));
    await run('bulk apply new.csv --yes');
    write('new.csv', people(['ned.roe'], 'Chef'));
    await run('bulk apply new.csv --yes');
    await run('undo latest --yes');
    await applyOthers();
    expect((await recorded('bulk apply new.csv --yes')).runs).toBe(2);
  });

  it('are the run that applied a plan before', async () => {
    write('new.csv', people(['ned.roe'], 'Cook'));
    await run('bulk plan new.csv --out plan.json');
    await run('bulk apply plan.json --yes');
    await applyOthers();
    const { ran, replayed, runs } = await recorded('bulk apply plan.json --yes');
    expect(runs).toBe(1);
    for (const { stderr } of [ran, replayed]) expect(stderr).toContain('this plan was applied by run ');
  });

  it('that are damaged prevent no replay of a command that does not read them', async () => {
    await applyOthers();
    const [id] = readdirSync(machine.path('state/runs')).sort();
    const plan = machine.path(`state/runs/${id}/plan.json`);
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('Baker', 'Cook'));
    write('new.csv', people(['ned.roe'], 'Cook'));
    expect(await recorded('bulk apply new.csv --yes')).toMatchObject({ ran: { exit: 0 }, runs: 0 });
  });

  it.each(['', ' --feed staff.csv'])(
    'leave out a feed that changed nothing, which is recorded as a plan:%s',
    async (feed) => {
      const names = Array.from({ length: 12 }, (_, at) => `person.${'abcdefghijkl'[at]}`);
      write('new.csv', people(names, 'Cook'));
      await run(`bulk apply new.csv --yes${feed}`);
      await run(`bulk apply new.csv --yes${feed}`);
      write('new.csv', people(names.slice(0, 4), 'Chef'));
      const { ran, replayed, runs, feeds } = await recorded(`bulk apply new.csv --yes --min-rows 90%${feed}`);
      expect([runs, feeds]).toEqual([0, 1]);
      for (const { exit, stderr } of [ran, replayed]) {
        expect(exit).toBe(9);
        expect(stderr).toMatch(/4 rows, .*12.*UTC, no changes/s);
      }
    },
  );
});
