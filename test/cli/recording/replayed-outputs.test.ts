import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectSameShape } from '../../support/record-and-replay.ts';
import { freshMachine, type Machine } from '../../support/run-orgctl.ts';
import { within } from '../../support/working-folder.ts';

describe('files that a replayed command writes', () => {
  let machine: Machine;
  beforeEach(() => {
    machine = freshMachine();
    writeFileSync(machine.path('people.csv'), 'userName,email\nned.roe,ned@x.example\n');
    writeFileSync(machine.path('people.yaml'), '- userName: ned.roe\n  email: ned@x.example\n');
    mkdirSync(machine.path('out'));
  });

  const recorded = (line: string) =>
    within(machine.home, () => machine.orgctl(`--record a.tape -p sandbox ${line}`));

  it.each<[line: string, exit: number]>([
    ['bulk plan people.csv --out plan.json', 0],
    ['bulk plan people.csv --out out/plan.json', 0],
    ['bulk plan people.csv --out HOME/plan.json', 0],
    ['bulk apply people.csv --yes --events out/events.ndjson', 0],
    ['migrate snapshot sandbox --out out/a.json', 0],
    ['bulk plan people.yaml --out out/plan.json', 5],
  ])('have their recorded names in the output: %s', async (line, exit) => {
    const ran = await recorded(line.replace('HOME', machine.home));
    const replay = () => machine.orgctl(`--replay ${machine.path('a.tape')}`);
    const [one, other] = [await replay(), await replay()];
    expect(one).toEqual(other);
    expect([ran.exit, one.exit]).toEqual([exit, exit]);
    expectSameShape(ran.stdout, one.stdout);
    expectSameShape(ran.stderr, one.stderr);
  });

  it.each<[line: string, env: Record<string, string>]>([
    ['scim users export --out none/users.csv', {}],
    ['scim users export', { ORGCTL_OUT: 'none/users.csv' }],
    ['scim users export --force --out out', {}],
  ])('cannot be in a recording if they cannot be written: %s %j', async (line, env) => {
    const ran = await within(machine.home, () =>
      machine.orgctl(`--record a.tape -p sandbox ${line}`, { env }),
    );
    expect([ran.exit, ran.stdout]).toEqual([12, '']);
    expect(existsSync(machine.path('a.tape'))).toBe(false);
  });

  interface Header {
    argv: string[];
    env: Record<string, string>;
  }

  async function changed(change: (header: Header) => void, command = '') {
    await recorded('bulk plan people.csv --out plan.json');
    const [first = '', ...more] = readFileSync(machine.path('a.tape'), 'utf8').split('\n');
    const line: { recording: Header } = JSON.parse(first);
    change(line.recording);
    writeFileSync(machine.path('a.tape'), [JSON.stringify(line), ...more].join('\n'));
    const before = readdirSync(machine.home, { recursive: true }).length;
    const ran = await machine.orgctl(`--replay ${machine.path('a.tape')} ${command}`);
    expect(readdirSync(machine.home, { recursive: true })).toHaveLength(before);
    return ran;
  }

  it.each([
    ['a path', (path: string) => path],
    ['a path above the folder', (path: string) => `@outputs/../../../../../../..${path}`],
  ])('are in the temporary folder even if a recording names %s', async (_, name) => {
    const elsewhere = machine.path('elsewhere.json');
    const { exit } = await changed(({ argv }) => {
      argv[argv.indexOf('--out') + 1] = name(elsewhere);
    });
    expect(exit).toBe(0);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('are in the temporary folder even if a variable of a recording names them', async () => {
    const elsewhere = machine.path('elsewhere.json');
    const { exit } = await changed((header) => {
      header.argv.splice(header.argv.indexOf('--out'), 2);
      header.env['ORGCTL_OUT'] = elsewhere;
      header.env['PAGER'] = `touch ${elsewhere}`;
    });
    expect(exit).toBe(0);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('are in the temporary folder even if a variable of a recording names one of another command', async () => {
    const elsewhere = machine.path('elsewhere.json');
    const { exit } = await changed(
      (header) => {
        header.argv = ['scim', 'users', 'list'];
        header.env['ORGCTL_OUT'] = elsewhere;
      },
      `bulk plan ${machine.path('people.csv')}`,
    );
    expect(exit).toBe(0);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('do not exist for a command that no recording contains', async () => {
    const { exit, stderr } = await changed((header) => {
      header.argv = ['sandbox', 'seed', '--state', machine.path('elsewhere.json')];
    });
    expect(exit).toBe(2);
    expect(stderr).toContain('"sandbox seed" cannot be recorded');
  });
});
