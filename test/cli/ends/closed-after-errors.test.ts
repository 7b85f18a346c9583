import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHolder } from '../../../src/bulk/run/lock-run.ts';
import { replay } from '../../../src/bulk/run/replay.ts';
import { openToResume } from '../../../src/cli/bulk/resumed-run.ts';
import { run } from '../../../src/cli/run.ts';
import { folderOfRuns, PLAN } from '../../support/folder-of-runs.ts';
import { freshMachine, type Machine, machineAt } from '../../support/run-orgctl.ts';
import { openFiles, patchFs } from '../../support/watched-files.ts';
import { whileServing } from '../../support/while-serving.ts';

const openOf = ({ home }: Machine) => openFiles().filter((path) => path.startsWith(home));

describe('cleanup after a failed command', () => {
  it.runIf(existsSync('/proc/self/fd'))('closes a damaged state file', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users list');
    const state = machine.path('state/sandbox/organization.ndjson');
    writeFileSync(state, readFileSync(state, 'utf8').replace('"version":1', '"version":9'));
    const ran = await machine.orgctl('-p sandbox scim users list');
    expect(ran.exit).toBe(12);
    expect(openOf(machine)).toEqual([]);
  });

  it.runIf(existsSync('/proc/self/fd'))(
    'closes the state file if the organization cannot be printed',
    async () => {
      const machine = freshMachine();
      await machine.orgctl('-p sandbox scim users list');
      for (const line of ['sandbox status --columns nope', 'sandbox seed --users 1 --columns nope']) {
        expect((await machine.orgctl(line)).exit).toBe(2);
        expect(openOf(machine)).toEqual([]);
      }
    },
  );

  it.runIf(existsSync('/proc/self/fd'))('closes a damaged snapshot', async () => {
    const machine = freshMachine();
    const file = machine.path('before.ndjson');
    await machine.orgctl(`migrate snapshot sandbox --out ${file}`);
    const [head, ...lines] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [head, '{"damaged":', ...Array(5).fill(lines).flat()].join('\n'));
    expect((await machine.orgctl(`compare ${file} sandbox`)).exit).toBe(7);
    expect(openOf(machine)).toEqual([]);
  });

  it('stops the server on a signal received while its address is printed', async () => {
    const served = await whileServing(freshMachine(), '', async () => {});
    expect(served.exit).toBe(130);
  });

  it('stops the server if its address cannot be printed', async () => {
    const machine = freshMachine();
    let port = '';
    const serve = async (flags: string) =>
      whileServing(machine, flags, async ({ origin }) => {
        ({ port } = new URL(origin));
      });
    await serve('--port 0');
    const record = machine.path('requests.ndjson');
    const ran = await machine.orgctl(`sandbox serve --port ${port} --record ${record} --columns nope`);
    expect(ran.exit).toBe(2);
    expect((await serve(`--port ${port}`)).stderr).toContain('serving until Ctrl-C');
    expect(openOf(machine)).toEqual([]);
  });

  it.runIf(existsSync('/proc/self/fd')).each(['scim users list', 'api auth.test'])(
    '%s: closes the state file if no connection can be made',
    async (line) => {
      const machine = freshMachine();
      await machine.orgctl('-p sandbox scim users list');
      const ran = await machine.orgctl(`-p sandbox ${line}`, { env: { ORGCTL_QUOTA: 'nonsense' } });
      expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('nonsense') });
      expect(openOf(machine)).toEqual([]);
    },
  );

  it.runIf(existsSync('/proc/self/fd'))('releases a run whose journal cannot be replayed', async () => {
    const { folder, make } = folderOfRuns();
    const id = await make();
    const context = { folders: { config: '', state: '', runs: dirname(folder) }, host: { now: () => 0 } };
    const choice = {
      kind: 'resume',
      id,
      plan: PLAN,
      replayed: replay([], []),
      get retryFailed(): boolean {
        throw new Error('cannot be replayed');
      },
    } as const;
    expect(() => openToResume(context, choice)).toThrowError('cannot be replayed');
    expect(runHolder(folder, id)).toBeUndefined();
    expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
  });

  it('stops at once on a signal received while a failed map is reported', async () => {
    const machine = freshMachine();
    const map = machine.path('ids.json');
    const stops: number[] = [];
    const world = machineAt(machine.home, (host) => run(host, (exit) => stops.push(exit)));
    let deliver = (_: 'SIGINT') => {};
    patchFs('renameSync', (bare) => (from: string, to: string) => {
      if (to === map) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      bare(from, to);
    });
    const ran = await world.orgctl(`-p sandbox migrate exchange U10IMBXVJ --map ${map}`, {
      onStart: (given) => {
        deliver = given;
      },
      onStderr: (written) => {
        if (written.includes(`cannot write ${map}`) && stops.length === 0) deliver('SIGINT');
      },
    });
    expect(ran.exit).toBe(12);
    expect(stops).toEqual([130]);
  });
});
