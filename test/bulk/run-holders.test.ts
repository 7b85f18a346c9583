import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { heldLock } from '../../src/bulk/run/held-lock.ts';
import type { Journal } from '../../src/bulk/run/journal.ts';
import { lockOrganization, refuseOrganizationInUse } from '../../src/bulk/run/lock-organization.ts';
import {
  isInProgress,
  lockedJournal,
  lockRun,
  RunRemoved,
  refuseRunInProgress,
  runHolder,
  TakenOver,
} from '../../src/bulk/run/lock-run.ts';
import type { LockHolder } from '../../src/storage/file-lock.ts';
import { ownProcessSpace } from '../../src/storage/process-space.ts';
import { runId } from '../../src/values/ids.ts';
import { folderOfRuns, intent } from '../support/folder-of-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const AWAY: LockHolder = {
  pid: 4711,
  started: '1',
  boot: 'another-boot',
  host: 'other-host',
  since: '2026-11-22T08:00:00.000Z',
  purpose: 'x',
  nonce: 'n',
};

/** The folder of a run without a lock. */
async function idleRun() {
  const { folder, make } = folderOfRuns();
  const id = await make();
  return { folder, id, lock: join(folder, id, 'run.lock') };
}

describe('holder of a run', () => {
  it('is the process with the lock, until it is released', async () => {
    const { folder, id } = await idleRun();
    expect([isInProgress(folder, id), runHolder(folder, id)]).toEqual([false, undefined]);
    expect(() => refuseRunInProgress(folder, id)).not.toThrow();
    const lock = lockRun(folder, id);
    expect(runHolder(folder, id)).toMatchObject({ pid: process.pid, purpose: `writing run ${id}` });
    const taken = expect.objectContaining({
      kind: 'storage',
      message: expect.stringMatching(
        new RegExp(`^run ${id} is in progress \\(process ${process.pid} on ${hostname()}, since 20\\S+Z\\)$`),
      ),
      hint: 'wait for it, or stop it',
    });
    expect(() => lockRun(folder, id)).toThrow(taken);
    expect(() => refuseRunInProgress(folder, id)).toThrow(taken);
    lock.release();
    expect(isInProgress(folder, id)).toBe(false);
  });

  it('is a process on another machine unless it is taken over', async () => {
    const { folder, id, lock } = await idleRun();
    writeFileSync(lock, JSON.stringify(AWAY));
    const refused = `run ${id} is in progress (process 4711 on other-host, since 2026-11-22T08:00:00.000Z)`;
    expect(() => lockRun(folder, id)).toThrow(refused);
    expect(() => refuseRunInProgress(folder, id)).toThrow(refused);
    expect(() => refuseRunInProgress(folder, id, true)).not.toThrow();
    lockRun(folder, id, true).release();
  });

  it('is limited to one run per organization', () => {
    const state = temporaryFolder();
    const here = 'https://scim.example';
    const lock = lockOrganization(state, here);
    const taken = `another run is changing ${here} (process ${process.pid} on ${hostname()}`;
    expect(() => lockOrganization(state, here)).toThrow(taken);
    expect(() => refuseOrganizationInUse(state, here)).toThrow(taken);
    expect(() => refuseOrganizationInUse(state, 'https://other.example')).not.toThrow();
    lockOrganization(state, 'https://other.example').release();
    lock.release();
    refuseOrganizationInUse(state, here);
    lockOrganization(state, here).release();
  });

  it.each([
    ['of this machine', { ...AWAY, host: hostname() }, 'wait for it, or stop it'],
    ['of another machine', AWAY, 'wait for it; if other-host will not come back, add --take-over'],
    [
      'of another container of this machine',
      { ...AWAY, host: hostname(), namespace: 'pid:[1]' },
      ownProcessSpace().namespace === ''
        ? 'wait for it, or stop it'
        : `wait for it; if that container on ${hostname()} will not come back, add --take-over`,
    ],
  ])('is described with a hint for a process %s', (_, holder, hint) => {
    expect(heldLock('it is in use', holder)).toMatchObject({
      message: `it is in use (process 4711 on ${holder.host}, since 2026-11-22T08:00:00.000Z)`,
      hint,
    });
  });
});

describe('journal of a run that may be taken over', () => {
  /** A journal in memory with the lock of a run, and the log of what happened to it. */
  async function locked(onWrite = () => {}) {
    const run = await idleRun();
    const happened: unknown[] = [];
    const bare = (checkHeld: () => void): Journal => ({
      write: async ({ type }) => {
        checkHeld();
        happened.push(type);
        onWrite();
        checkHeld();
      },
      close: (state) => happened.push(['closed', state]),
    });
    const own = lockRun(run.folder, run.id);
    const journal = lockedJournal(bare, own, run.id, () => happened.push('let go'));
    return { ...run, happened, journal };
  }

  it('is written while the lock is held, and notifies its listener before the lock is released', async () => {
    const { folder, id, happened, journal } = await locked();
    journal.checkHeld();
    await journal.write(intent('a'));
    journal.close();
    expect(happened).toEqual(['intent', ['closed', { isTakenOver: false }], 'let go']);
    expect(isInProgress(folder, id)).toBe(false);
  });

  it('refuses writes once another process has the lock, and leaves that lock in place', async () => {
    const { id, lock, happened, journal } = await locked();
    writeFileSync(lock, JSON.stringify(AWAY));
    const gone = `run ${id} was taken over by process 4711 on other-host; nothing more is sent from here`;
    expect(() => journal.checkHeld()).toThrow(new TakenOver(id, AWAY));
    await expect(journal.write(intent('a'))).rejects.toThrow(gone);
    journal.close();
    expect(happened).toEqual([['closed', { isTakenOver: true }]]);
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(AWAY);
  });

  it('fails a write during which another process took the lock', async () => {
    let take = () => {};
    const { lock, happened, journal } = await locked(() => take());
    take = () => writeFileSync(lock, JSON.stringify(AWAY));
    await expect(journal.write(intent('a'))).rejects.toBeInstanceOf(TakenOver);
    expect(happened).toEqual(['intent']);
  });

  it('stays lost even if the other process has released the lock', async () => {
    const { id, lock, happened, journal } = await locked();
    const own = readFileSync(lock, 'utf8');
    rmSync(lock);
    expect(() => journal.checkHeld()).toThrow(
      `run ${id} was taken over by another process, which has ended; nothing more is sent from here`,
    );
    // Even if the lock file looks as before.
    writeFileSync(lock, own);
    await expect(journal.write(intent('a'))).rejects.toBeInstanceOf(TakenOver);
    journal.close();
    expect(happened).toEqual([['closed', { isTakenOver: true }]]);
  });

  it('is closed as taken over if the lock was lost unnoticed', async () => {
    const { lock, happened, journal } = await locked();
    rmSync(lock);
    journal.close();
    expect(happened).toEqual([['closed', { isTakenOver: true }]]);
  });

  it('reports a removed run folder', async () => {
    const { folder, id, journal } = await locked();
    rmSync(join(folder, id), { recursive: true });
    await expect(journal.write(intent('a'))).rejects.toThrow(
      `the record of run ${id} was removed; nothing more is sent`,
    );
    expect(() => journal.checkHeld()).toThrow(RunRemoved);
    expect(() => journal.close()).not.toThrow();
  });

  it('is closed without a listener', async () => {
    const { folder, id } = await idleRun();
    const journal = lockedJournal(
      () => ({ write: async () => {}, close: () => {} }),
      lockRun(folder, id),
      runId(id),
    );
    expect(() => journal.close()).not.toThrow();
  });
});
