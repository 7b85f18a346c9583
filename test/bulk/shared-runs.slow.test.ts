import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { journalOn, openJournal } from '../../src/bulk/run/journal.ts';
import { lockedJournal, lockRun, TakenOver } from '../../src/bulk/run/lock-run.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { changeId, runId } from '../../src/values/ids.ts';
import { expectToMatchSchema } from '../support/published-schemas.ts';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
const ROWS = 30;

/** A journal whose file is a function. */
function journalInMemory(append: (text: string) => void, checkHeld: () => void) {
  const file = {
    path: 'memory',
    size: () => 0,
    append,
    sync: async () => {},
    truncate: () => {},
    close: () => {},
  };
  return journalOn(file, { release: () => true }, { checksum: '', records: 0 }, Date.now, checkHeld);
}

/** A run of 30 creations that paused after 5 of them, and its command. */
async function pausedRun(more = '') {
  const service = await throttlingSandbox('POST', 5);
  const machine = freshMachine();
  const rows = Array.from({ length: ROWS }, (_, index) => `u${index},u${index}@x.example`);
  const file = machine.path('people.csv');
  writeFileSync(file, `userName,email\n${rows.join('\n')}\n`);
  const words = `--scim-url ${service.origin} --scim-version 2.0 bulk apply ${file} --yes -o json`;
  const ran = await machine.orgctl(`${words} --max-wait 1s ${more}`, { env });
  expect(ran.exit).toBe(10);
  const id = /^run (\S+)$/m.exec(ran.stderr)?.[1] ?? '';
  service.queue.clear();
  const made = () =>
    [...service.sandbox.organization.users()].filter(({ values }) => /^u\d+$/.test(values.userName ?? ''))
      .length;
  return { service, machine, words, id, made, stderr: ran.stderr };
}

async function exported(machine: Machine, id: string, name = 'run.ndjson.gz'): Promise<string> {
  const file = machine.path(name);
  expect(await machine.orgctl(`runs export ${id} --out ${file}`)).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining(`on another machine: orgctl runs import ${file}\n`),
  });
  return file;
}

describe('runs export and import', () => {
  it('resume a run on another machine, by its ID or by the same command', async () => {
    const { machine, words, id, made } = await pausedRun();
    const file = await exported(machine, id);
    const other = freshMachine();
    const imported = await other.orgctl(`runs import ${file} -o json`);
    expect(imported).toMatchObject({ exit: 0, stderr: expect.stringContaining(`run ${id} imported\n`) });
    // The resume command has --yes because the run was started with it.
    expect(imported.stderr).toMatch(
      new RegExp(`5 done, 25 left; resume: orgctl .* bulk resume ${id} --yes\n`),
    );
    expect(JSON.parse(imported.stdout)).toMatchObject([{ id, state: 'paused', changes: ROWS, left: 25 }]);
    const resumed = await other.orgctl(words, { env });
    expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
    expect(resumed.stderr).toContain(`resuming run ${id}: 5 of 30 changes done`);
    expect(made()).toBe(ROWS);

    // The progress of the other machine is imported back.
    const back = await exported(other, id);
    const again = await machine.orgctl(`runs import ${back}`);
    expect(again.stderr).toContain(`run ${id} updated with new records\n`);
    const twice = await machine.orgctl(`runs import ${back}`);
    expect(twice.stderr).toContain(`run ${id} is already up to date\n`);
    const report = JSON.parse((await machine.orgctl(`bulk report ${id} -o json`)).stdout);
    expect(report).toMatchObject({ succeeded: ROWS, left: 0 });
  });

  it('export the complete records of a killed run', async () => {
    const { machine, id } = await pausedRun();
    const journal = join(machine.home, 'state', 'runs', id, 'journal.ndjson');
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
    writeFileSync(journal, `${lines.slice(0, -2).join('\n')}\n${lines.at(-2)?.slice(0, 20)}`);
    const file = await exported(machine, id, 'run.ndjson');
    const text = readFileSync(file, 'utf8').trimEnd().split('\n');
    // A header, the plan and the digest surround the journal.
    expect(text).toHaveLength(lines.length - 2 + 3);
    const other = freshMachine();
    expect((await other.orgctl(`runs import ${file}`)).exit).toBe(0);
    expect(readFileSync(join(other.home, 'state', 'runs', id, 'journal.ndjson'), 'utf8')).toBe(
      `${lines.slice(0, -2).join('\n')}\n`,
    );
  });

  it.each<[string, (text: string) => string | Buffer, string]>([
    ['cut off', (text) => gzipSync(text).subarray(0, 200), 'is cut off or damaged'],
    ['without its end', (text) => text.split('\n').slice(0, -2).join('\n'), 'is cut off'],
    ['edited', (text) => text.replace('u7@x.example', 'u8@x.example'), 'does not match its digest'],
    ['a saved plan', () => '{"format":"orgctl-plan"}\n', 'is not a run exported by orgctl'],
    ['of a later version', (text) => text.replace('"version":1', '"version":2'), 'has run version 2'],
    ['empty', () => '', 'is not a run exported by orgctl'],
  ])('is refused when it is %s (exit 5)', async (_, damage, why) => {
    const { machine, id } = await pausedRun();
    const file = await exported(machine, id);
    const bad = machine.path('bad.ndjson.gz');
    writeFileSync(bad, damage(gunzipSync(readFileSync(file)).toString('utf8')));
    const other = freshMachine();
    const ran = await other.orgctl(`runs import ${bad}`);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain(`bad.ndjson.gz ${why}`);
    expect((await other.orgctl('runs list -o json')).stdout).toBe('[]\n');
  });

  it('refuse a run that was continued here and elsewhere (exit 7)', async () => {
    const { machine, words, id } = await pausedRun();
    const file = await exported(machine, id);
    const other = freshMachine();
    await other.orgctl(`runs import ${file}`);
    expect((await machine.orgctl(words, { env })).exit).toBe(0);
    expect((await other.orgctl(words, { env })).exit).toBe(0);
    const ran = await machine.orgctl(`runs import ${await exported(other, id)}`);
    expect(ran.exit).toBe(7);
    expect(ran.stderr).toContain(`run ${id} was continued both here and elsewhere`);
  });
});

/** Writes a lock as left by a killed process on another machine. */
function leaveLocks(folder: string, id: string, host: string, namespace = ''): void {
  const holder = {
    pid: 4711,
    started: '1',
    boot: 'another-boot',
    namespace,
    host,
    since: '2026-11-22T08:00:00.000Z',
    purpose: `writing run ${id}`,
    nonce: 'gone-nonce',
  };
  writeFileSync(join(folder, 'runs', id, 'run.lock'), JSON.stringify(holder));
}

/** Turns the locks of this machine into locks of another one. */
function makeForeign(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((path) => path.endsWith('.lock'))) {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), host: 'other-host' }));
  }
}

describe('shared state folder', () => {
  it('keeps runs, and the same command resumes them from any machine', async () => {
    const folder = freshMachine().path('volume');
    const { machine, words, id, made, stderr } = await pausedRun(`--state ${folder}`);
    expect(stderr).toMatch(new RegExp(`bulk resume ${id} --state ${folder} --yes`));
    expect((await machine.orgctl('runs list -o json')).stdout).toBe('[]\n');
    const other = freshMachine();
    const listed = await other.orgctl(`runs list --state ${folder} -o json`);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id, left: 25 }]);
    const resumed = await other.orgctl(words, { env: { ...env, ORGCTL_STATE: folder } });
    expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
    expect(made()).toBe(ROWS);
    const report = await other.orgctl(`bulk report latest --state ${folder} -o json`);
    expect(JSON.parse(report.stdout)).toMatchObject({ run: id, left: 0 });
    expect(readdirSync(join(folder, 'locks'))).toEqual([]);
  });

  it('needs --take-over for the run of a lost machine', async () => {
    const folder = freshMachine().path('volume');
    const { words, id, made } = await pausedRun(`--state ${folder}`);
    leaveLocks(folder, id, 'gone-host');
    const other = freshMachine();
    const refused = await other.orgctl(`${words} --state ${folder}`, { env });
    expect(refused.exit).toBe(12);
    expect(refused.stderr).toContain(
      `run ${id} is in progress (process 4711 on gone-host, since 2026-11-22T08:00:00.000Z)`,
    );
    expect(refused.stderr).toContain('wait for it; if gone-host will not come back, add --take-over');
    // The run does not continue, so no message says that it does.
    expect(refused.stderr).not.toContain('resuming run');
    const resumed = await other.orgctl(
      `${words.replace(/ bulk apply .*/, '')} bulk resume ${id} --yes --state ${folder}`,
      { env },
    );
    expect(resumed.exit).toBe(12);
    expect(resumed.stderr).not.toContain('resuming run');
    expect(made()).toBe(5);
    const taken = await other.orgctl(`${words} --state ${folder} --take-over`, { env });
    expect(taken).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
    expect(made()).toBe(ROWS);
  });

  it('lists a run as running with a process of this machine, and as held with one of another machine', async () => {
    const folder = freshMachine().path('volume');
    const { machine, words, id } = await pausedRun(`--state ${folder} --rate 20/s`);
    const lock = lockRun(join(folder, 'runs'), runId(id));
    const look = async (line: string) => machine.orgctl(`${line} --state ${folder}`);
    const listed = async () => JSON.parse((await look('runs list -o json')).stdout)[0];
    expect(await listed()).toMatchObject({
      state: 'running',
      heldBy: { pid: process.pid, host: hostname() },
    });
    const shown = await look(`runs show ${id}`);
    expect(shown.stderr).toContain(`run ${id}, running: `);
    expect(shown.stderr).toContain(`in progress: process ${process.pid} on ${hostname()} since `);
    expect(shown.stderr).not.toContain('resume');
    for (const line of [`bulk report ${id} -o json`, `bulk report --merge ${folder} -o json`]) {
      const report = JSON.parse((await look(line)).stdout);
      expect(report.state).toBe('running');
      expectToMatchSchema('report', report);
    }
    expect((await look('runs prune --older-than 0s --unfinished --yes')).stderr).toContain(
      '0 runs removed\n',
    );
    lock.release();
    expect(await listed()).toMatchObject({ state: 'paused' });

    leaveLocks(folder, id, 'other-host');
    expect(await listed()).toMatchObject({ state: 'held', heldBy: { pid: 4711, host: 'other-host' } });
    expect((await look('runs list -o csv --columns state')).stdout).toBe('state\nheld by other-host\n');
    const held = await look(`runs show ${id}`);
    expect(held.stderr).toContain(
      `only if other-host no longer runs it: orgctl --scim-url ${words.split(' ')[1]} --scim-version 2.0 --max-wait 1s --rate 20/s bulk resume ${id} --take-over --state ${folder} --yes\n`,
    );
  });

  it('repeats rate and concurrency of the original command in the resume command', async () => {
    const { machine, id } = await pausedRun('--rate 20/s --concurrency 4');
    const shown = await machine.orgctl(`runs show ${id}`);
    expect(shown.stderr).toMatch(
      new RegExp(` --max-wait 1s --rate 20/s --concurrency 4 bulk resume ${id} --yes\n`),
    );
    const imported = await freshMachine().orgctl(`runs import ${await exported(machine, id)} --rate 5/s`);
    expect(imported.stderr).toMatch(
      new RegExp(` --rate 5/s --scim-version 2.0 --max-wait 1s --concurrency 4 bulk resume ${id} --yes\n`),
    );
  });

  it('needs --take-over for the run of another container with the same host name', async () => {
    const folder = freshMachine().path('volume');
    const { words, id, made } = await pausedRun(`--state ${folder}`);
    leaveLocks(folder, id, hostname(), 'pid:[1]');
    const refused = await freshMachine().orgctl(`${words} --state ${folder}`, { env });
    expect(refused.exit).toBe(12);
    expect(refused.stderr).toContain(
      `wait for it; if that container on ${hostname()} will not come back, add --take-over`,
    );
    expect(made()).toBe(5);
    const taken = await freshMachine().orgctl(`${words} --state ${folder} --take-over`, { env });
    expect(taken.exit).toBe(0);
    expect(made()).toBe(ROWS);
  });

  it('needs --take-over for migrate apply as well', async () => {
    const folder = freshMachine().path('volume');
    const service = await throttlingSandbox('POST', 5);
    const machine = freshMachine();
    const rows = Array.from({ length: ROWS }, (_, index) => `u${index},u${index}@x.example\n`);
    writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('')}`);
    await machine.orgctl(`profile add new --scim-url ${service.origin} --scim-version 2.0 --no-check`, {
      env,
    });
    const words = `--yes migrate apply ${machine.path('people.csv')} new --state ${folder}`;
    const paused = await machine.orgctl(`--max-wait 1s ${words}`, { env });
    expect(paused.exit).toBe(10);
    leaveLocks(folder, /^run (\S+)$/m.exec(paused.stderr)?.[1] ?? '', 'gone-host');
    service.queue.clear();
    const refused = await machine.orgctl(words, { env });
    expect(refused.stderr).toContain('if gone-host will not come back, add --take-over');
    expect(refused.exit).toBe(12);
    expect(await machine.orgctl(`${words} --take-over`, { env })).toMatchObject({ exit: 0 });
  });

  it('never takes a run over from a process of this machine, or with a damaged journal', async () => {
    const folder = freshMachine().path('volume');
    const { words, id, made } = await pausedRun(`--state ${folder}`);
    const lock = lockRun(join(folder, 'runs'), runId(id));
    const other = freshMachine();
    const refused = await other.orgctl(`${words} --state ${folder} --take-over`, { env });
    expect(refused.exit).toBe(12);
    expect(refused.stderr).toContain(`on ${hostname()}`);
    expect(refused.stderr).toContain('wait for it, or stop it');
    lock.release();

    leaveLocks(folder, id, 'gone-host');
    const journal = join(folder, 'runs', id, 'journal.ndjson');
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, text.replace('"seq":3', '"seq":4'));
    const damaged = await other.orgctl(`${words} --state ${folder} --take-over`, { env });
    expect(damaged.exit).toBe(12);
    expect(damaged.stderr).toContain('is damaged');
    expect(readFileSync(join(folder, 'runs', id, 'run.lock'), 'utf8')).toContain('gone-host');
    expect(made()).toBe(5);
  });

  it('stops a writer after another machine took over', async () => {
    const folder = freshMachine().path('volume');
    const { id } = await pausedRun(`--state ${folder}`);
    const written: string[] = [];
    const lock = lockRun(join(folder, 'runs'), runId(id));
    const journal = lockedJournal(
      (checkHeld) => journalInMemory((text) => written.push(text), checkHeld),
      lock,
      runId(id),
    );
    await journal.write({ type: 'run.pause', why: 'one' });
    leaveLocks(folder, id, 'other-host');
    await expect(journal.write({ type: 'run.pause', why: 'two' })).rejects.toMatchObject({
      kind: 'storage',
      message: `run ${id} was taken over by process 4711 on other-host; nothing more is sent from here`,
    });
    expect(written).toEqual([expect.stringContaining('"why":"one"')]);
    journal.close();
    expect(readFileSync(join(folder, 'runs', id, 'run.lock'), 'utf8')).toContain('other-host');
  });

  it('reports to a writer if another machine took over during its write', async () => {
    const folder = freshMachine().path('volume');
    const { id } = await pausedRun(`--state ${folder}`);
    const lock = lockRun(join(folder, 'runs'), runId(id));
    const append = () => leaveLocks(folder, id, 'other-host');
    const journal = lockedJournal((checkHeld) => journalInMemory(append, checkHeld), lock, runId(id));
    await expect(journal.write({ type: 'intent', change: changeId('L2'), at: 1 })).rejects.toBeInstanceOf(
      TakenOver,
    );
  });

  it('protects the journal and its disk reserve from a process that was suspended', async () => {
    const folder = freshMachine().path('volume');
    const { machine, id } = await pausedRun(`--state ${folder}`);
    const path = join(folder, 'runs', id, 'journal.ndjson');
    const asleep = openJournal(path, Date.now).journal;
    const awake = openJournal(path, Date.now).journal;
    await awake.write({ type: 'run.pause', why: 'of the new one' });
    await asleep.write({ type: 'run.pause', why: 'of the old one' });
    asleep.close({ isTakenOver: true });
    expect(existsSync(`${path}.reserve`)).toBe(true);
    await awake.write({ type: 'run.pause', why: 'of the new one again' });
    awake.close();
    expect(existsSync(`${path}.reserve`)).toBe(false);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('of the new one again');
    expect(text).not.toContain('of the old one');
    expect((await machine.orgctl(`runs show ${id} --state ${folder}`)).exit).toBe(0);
  });

  it('sends no waiting request after another machine took over', async () => {
    const folder = freshMachine().path('volume');
    const { machine, service, words, id, made } = await pausedRun(`--state ${folder}`);
    const other = freshMachine();
    let posts = 0;
    let isTaken = false;
    let waited = 0;
    const late: string[] = [];
    const lost = await machine.orgctl(`--rate 60/min+1 ${words} --state ${folder} --concurrency 4`, {
      env,
      clock: () => performance.now() + waited,
      // The writes after the first one wait for the rate limit; their intents are in the journal.
      sleep: async (milliseconds) => {
        waited += milliseconds;
        // A wait is longer than the turn of the event loop in which the request ahead leaves.
        await setImmediate();
        if (posts === 0 || isTaken) return;
        isTaken = true;
        makeForeign(folder);
        expect(await other.orgctl(`${words} --state ${folder} --take-over`, { env })).toMatchObject({
          exit: 0,
        });
      },
      network: async (request) => {
        if (request.effect === 'write') posts += 1;
        if (request.effect === 'write' && isTaken) late.push(request.url);
        return service.sandbox.handle(request);
      },
    });
    expect(lost.stderr).toContain(`run ${id} was taken over by another process`);
    expect(lost.stderr).not.toContain('to undo this');
    expect(lost.exit).toBe(12);
    expect(isTaken).toBe(true);
    expect(late).toEqual([]);
    expect(made()).toBe(ROWS);
  });

  it('sends nothing more once the run folder was removed, and reports it', async () => {
    const folder = freshMachine().path('volume');
    const { machine, service, words, id } = await pausedRun(`--state ${folder}`);
    let posts = 0;
    const lost = await machine.orgctl(`${words} --state ${folder} --concurrency 1`, {
      env,
      network: async (request) => {
        if (request.method === 'POST') {
          posts += 1;
          rmSync(folder, { recursive: true });
        }
        return service.sandbox.handle(request);
      },
    });
    expect(posts).toBe(1);
    expect(lost.exit).toBe(12);
    expect(lost.stderr).toContain(`the record of run ${id} was removed; nothing more is sent`);
    expect(lost.stderr).toContain('5 done; run the same command again; it skips completed changes');
    expect(lost.stderr).not.toContain('taken over');
    expect(lost.stderr).not.toContain('to undo this');
  });

  it('completes a run that was taken over from an active machine, and its undo', async () => {
    const folder = freshMachine().path('volume');
    const { machine, service, words, id, made } = await pausedRun(`--state ${folder}`);
    const other = freshMachine();
    let taken: Promise<Ran> | undefined;
    const lost = await machine.orgctl(`${words} --state ${folder} --concurrency 1`, {
      env,
      network: async (request) => {
        if (request.method === 'POST' && taken === undefined) {
          makeForeign(folder);
          taken = other.orgctl(`${words} --state ${folder} --take-over`, { env });
          await taken;
        }
        return service.sandbox.handle(request);
      },
    });
    expect(await taken).toMatchObject({ exit: 0 });
    expect(lost.exit).toBe(12);
    expect(lost.stderr).toContain(
      `run ${id} was taken over by another process, which has ended; nothing more is sent from here`,
    );
    expect(lost.stderr).toContain(
      `5 done here; for the current state: orgctl runs show ${id} --state ${folder}`,
    );
    expect(lost.stderr).not.toContain('bulk resume');
    expect(made()).toBe(ROWS);
    const report = await other.orgctl(`bulk report ${id} --state ${folder} -o json`);
    expect(JSON.parse(report.stdout)).toMatchObject({ succeeded: ROWS, left: 0 });
    const undone = await other.orgctl(
      `${words.replace(/ bulk .*/, '')} bulk undo ${id} --state ${folder} --yes --max-deactivate 100`,
      { env },
    );
    expect(undone.exit).toBe(0);
  });
});
