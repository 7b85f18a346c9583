import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DiskReserve } from '../../src/bulk/run/disk-reserve.ts';
import { createJournal, journalOn, openJournal } from '../../src/bulk/run/journal.ts';
import type { JournalRecord } from '../../src/bulk/run/journal-record.ts';
import { readJournal } from '../../src/bulk/run/read-journal.ts';
import { Failure } from '../../src/failure/failure.ts';
import { type AppendFile, openAppendFile } from '../../src/storage/append-file.ts';
import { changeId } from '../../src/values/ids.ts';
import { secretsOfTest } from '../support/secrets-of-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openFiles, patchFs } from '../support/watched-files.ts';

const NOW = () => Date.UTC(2026, 0, 1);
const intent = (change: string): JournalRecord => ({ type: 'intent', change: changeId(change), at: 1 });
const outcome = (change: string): JournalRecord => ({
  type: 'outcome',
  change: changeId(change),
  outcome: { state: 'succeeded', id: `W${change}`, name: 'änn' },
});

async function written(records: readonly JournalRecord[]): Promise<string> {
  const path = join(temporaryFolder(), 'journal.ndjson');
  const journal = createJournal(path, NOW);
  for (const record of records) await journal.write(record);
  journal.close();
  return path;
}

const recordsIn = (path: string) =>
  readJournal(path).records.map((record) =>
    'change' in record ? `${record.type} ${record.change}` : record.type,
  );

/** In `npm run test:long`, all bytes of 120 records and 100,000 damaged copies. */
const RUNS = Number(process.env['ORGCTL_TEST_RUNS'] ?? 20);
const MANY = Array.from({ length: RUNS < 1000 ? 5 : 60 }, (_, index) => [
  intent(`L${index}`),
  outcome(`L${index}`),
]).flat();
const TEN = Array.from({ length: 5 }, (_, index) => [intent(`L${index}`), outcome(`L${index}`)]).flat();

describe('run journal', () => {
  it.runIf(existsSync('/proc/self/fd'))(
    'leaves no file open if there is no space for its reserve',
    async () => {
      const path = await written([intent('L1')]);
      patchFs('writeFileSync', () => () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      });
      expect(() => openJournal(path, NOW)).toThrowError(expect.objectContaining({ kind: 'storage' }));
      expect(openFiles()).not.toContain(path);
    },
  );

  it('refuses writes after close, because its file number may be reused', async () => {
    const path = join(temporaryFolder(), 'journal.ndjson');
    const journal = createJournal(path, NOW);
    await journal.write(intent('L1'));
    const late = journal.write(outcome('L1'));
    journal.close();
    await expect(late).rejects.toThrow('the journal of the run is closed');
    await expect(journal.write(outcome('L1'))).rejects.toThrow('the journal of the run is closed');
    expect(recordsIn(path)).toEqual(['intent L1']);
  });

  it('keeps its records and continues after it is reopened', async () => {
    const path = await written(TEN.slice(0, 4));
    const { journal, records } = openJournal(path, NOW);
    expect(records).toHaveLength(4);
    await Promise.all(TEN.slice(4).map((record) => journal.write(record)));
    journal.close();
    expect(recordsIn(path)).toEqual(
      TEN.map((record) => 'change' in record && `${record.type} ${record.change}`),
    );
  });

  it('stays readable and hides a secret in one of several records flushed together', async () => {
    const secrets = secretsOfTest();
    const secret = 'a9f4-not-for-anybody-7c31';
    secrets.add(secret);
    const path = join(temporaryFolder(), 'journal.ndjson');
    const journal = createJournal(path, NOW);
    const failed: JournalRecord = { type: 'run.pause', why: `the service said ${secret}` };
    await Promise.all([intent('L1'), failed, outcome('L1')].map((record) => journal.write(record)));
    journal.close();
    expect(readFileSync(path, 'utf8')).not.toContain(secret);
    expect(recordsIn(path)).toEqual(['intent L1', 'run.pause', 'outcome L1']);
  });

  /** A journal in memory, and the number of records in each flush. */
  function counting(onFlush: (flushes: number) => void = () => {}) {
    const flushed: number[] = [];
    let appended = 0;
    const file: AppendFile = {
      path: 'memory',
      size: () => 0,
      append: (text) => {
        appended = text.trimEnd().split('\n').length;
      },
      sync: async () => {
        flushed.push(appended);
        onFlush(flushed.length);
      },
      truncate: () => {},
      close: () => {},
    };
    return {
      flushed,
      journal: journalOn(file, { release: () => true }, { checksum: '', records: 0 }, NOW),
    };
  }

  it('flushes once for all records of one turn, and once for those written during a flush', async () => {
    let during: Promise<void>[] = [];
    const { flushed, journal } = counting((flushes) => {
      if (flushes === 1) during = [journal.write(intent('L4')), journal.write(intent('L5'))];
    });
    const first = journal.write(intent('L1'));
    await Promise.resolve();
    await Promise.all([first, journal.write(intent('L2')), journal.write(intent('L3'))]);
    await Promise.all(during);
    expect(flushed).toEqual([3, 2]);
  });

  it('flushes after the requests of the same turn, together with the records they cause', async () => {
    const { flushed, journal } = counting();
    const first = journal.write(outcome('L1'));
    // A connection takes its next request at the end of the turn in which its response arrived.
    await setImmediate();
    expect(flushed).toEqual([]);
    await Promise.all([first, journal.write(intent('L2'))]);
    expect(flushed).toEqual([2]);
  });

  it('flushes a record that may wait together with the next one that may not', async () => {
    // The moment that it may wait does not end by itself, however busy the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { flushed, journal } = counting();
    const early = ['L1', 'L2'].map((id) => journal.write(outcome(id), { mayWait: true }));
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    expect(flushed).toEqual([]);
    await Promise.all([...early, journal.write(intent('L3'))]);
    expect(flushed).toEqual([3]);
  });

  it('flushes a record that may wait after a moment if no other follows', async () => {
    const { flushed, journal } = counting();
    await journal.write(outcome('L1'), { mayWait: true });
    await journal.write(outcome('L2'), { mayWait: true });
    expect(flushed).toEqual([1, 1]);
  });

  it.each([
    ['before they are written', 1, []],
    ['when they are on disk', 2, ['intent L1', 'intent L2']],
  ])('rejects its writers if its lock is lost %s, and refuses later records', async (_, nth, kept) => {
    const path = join(temporaryFolder(), 'journal.ndjson');
    let asked = 0;
    const journal = createJournal(path, NOW, () => {
      asked += 1;
      if (asked >= nth) throw new Failure('storage', 'taken over');
    });
    const told = await Promise.allSettled([journal.write(intent('L1')), journal.write(intent('L2'))]);
    for (const one of told) expect(one).toMatchObject({ reason: { message: 'taken over' } });
    expect(asked).toBe(nth);
    await expect(journal.write(outcome('L1'))).rejects.toThrow('taken over');
    expect(existsSync(`${path}.reserve`)).toBe(true);
    journal.close();
    expect(recordsIn(path)).toEqual(kept);
  });

  it('reads the complete records of every prefix and truncates a torn tail', async () => {
    const whole = readFileSync(await written(MANY));
    const folder = temporaryFolder();
    const path = join(folder, 'journal.ndjson');
    const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at + 1);
    for (let bytes = 0; bytes <= whole.length; bytes += 1) {
      writeFileSync(path, whole.subarray(0, bytes));
      expect(readJournal(path).records).toHaveLength(ends.filter((end) => end <= bytes).length);
    }
    writeFileSync(path, whole.subarray(0, whole.length - 20));
    const { journal, records } = openJournal(path, NOW);
    expect(records).toHaveLength(MANY.length - 1);
    await journal.write(outcome(`L${MANY.length / 2 - 1}`));
    journal.close();
    expect(readFileSync(path)).toEqual(whole);
  });

  it('flushes what it read and truncated before it continues', async () => {
    const path = await written(TEN.slice(0, 4));
    const whole = readFileSync(path);
    const flushed: number[] = [];
    patchFs('fsyncSync', (bare) => (file: number) => {
      flushed.push(statSync(`/proc/self/fd/${file}`).size);
      bare(file);
    });
    for (const tail of ['', '{"seq":5']) {
      writeFileSync(path, Buffer.concat([whole, Buffer.from(tail)]));
      const { journal } = openJournal(path, NOW);
      expect(flushed.splice(0)[0]).toBe(whole.length);
      journal.close();
    }
  });

  it('refuses damage except in the last line, and never invents a record', async () => {
    const path = await written(TEN);
    const whole = readFileSync(path);
    const lastLine = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ mask;
        writeFileSync(path, damaged);
        if (at >= lastLine - 1) {
          const read = attempt(() => recordsIn(path));
          if (!(read instanceof Failure)) expect(recordsIn(path).length).toBeGreaterThanOrEqual(8);
        } else {
          expect(() => readJournal(path)).toThrow(/is damaged: line \d+ does not follow line \d+/);
        }
      }),
      { numRuns: RUNS * 100 },
    );
  });

  it.each([
    ['a line is missing', (lines: string[]) => lines.toSpliced(3, 1)],
    ['two lines are swapped', (lines: string[]) => lines.toSpliced(3, 2, lines[4] ?? '', lines[3] ?? '')],
    ['all lines are repeated', (lines: string[]) => [...lines, ...lines]],
  ])('refuses a journal if %s', async (_, damage) => {
    const path = await written(TEN);
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    writeFileSync(path, `${damage(lines).join('\n')}\n`);
    expect(() => openJournal(path, NOW)).toThrow(Failure);
  });
});

describe('records flushed together during a power failure', () => {
  /** Two records flushed separately, then eight together. */
  async function flushed(): Promise<{
    readonly path: string;
    readonly whole: Buffer;
    readonly safe: number;
  }> {
    const path = await written(TEN.slice(0, 2));
    const safe = readFileSync(path).length;
    const { journal } = openJournal(path, NOW);
    const more = ['L1', 'L2', 'L3', 'L4'].flatMap((id) => [intent(id), outcome(id)]);
    await Promise.all(more.map((record) => journal.write(record)));
    journal.close();
    return { path, whole: readFileSync(path), safe };
  }

  it('are truncated at the first missing record, even if later ones are on disk', async () => {
    const { path, whole, safe } = await flushed();
    // The first of them is flushed alone, because no other record waited then.
    const alone = whole.indexOf(0x0a, safe) + 1;
    for (let at = alone; at < whole.length; at += 16) {
      const torn = Buffer.from(whole);
      torn.fill(0, at, Math.min(at + 48, whole.length));
      writeFileSync(path, torn);
      const left = openJournal(path, NOW);
      expect(left.records).toHaveLength(whole.subarray(0, at).toString().split('\n').length - 1);
      await left.journal.write(intent('L9'));
      left.journal.close();
      expect(recordsIn(path).at(-1)).toBe('intent L9');
    }
  });

  it('are refused if a later flush follows the damage', async () => {
    const { path, whole, safe } = await flushed();
    const { journal } = openJournal(path, NOW);
    await journal.write(intent('L9'));
    journal.close();
    const damaged = readFileSync(path);
    damaged.fill(0, whole.indexOf(0x0a, safe) + 20, whole.indexOf(0x0a, safe) + 40);
    writeFileSync(path, damaged);
    expect(() => openJournal(path, NOW)).toThrow(/is damaged: line 4 does not follow line 3/);
  });
});

describe('run journal on a full disk', () => {
  /** A file whose n-th write finds no space until the reserve is released; `isLasting`: not even then. */
  function fullDisk(
    path: string,
    nth: number,
    isLasting: boolean,
  ): { file: AppendFile; reserve: DiskReserve } {
    const real = openAppendFile(path);
    let writes = 0;
    let isHeld = true;
    return {
      file: {
        ...real,
        append: (text) => {
          writes += 1;
          if (writes >= nth && (isHeld || isLasting))
            throw new Failure('storage', 'no space left on the device');
          real.append(text);
        },
      },
      reserve: {
        release: () => {
          const wasHeld = isHeld;
          isHeld = false;
          return wasHeld;
        },
      },
    };
  }

  const fates = async (path: string, nth: number, isLasting: boolean) => {
    const { file, reserve } = fullDisk(path, nth, isLasting);
    const journal = journalOn(file, reserve, { checksum: '', records: 0 }, NOW);
    const told: string[] = [];
    for (const record of TEN) {
      await journal.write(record).then(
        () => told.push('kept'),
        (error: unknown) => told.push(error instanceof Failure ? error.kind : 'wrong'),
      );
    }
    journal.close();
    return told;
  };

  it('keeps outcomes in the reserve and refuses further intents', async () => {
    for (let nth = 1; nth <= TEN.length; nth += 1) {
      const path = join(temporaryFolder(), 'journal.ndjson');
      const told = await fates(path, nth, false);
      const kept = TEN.filter((_, index) => told[index] === 'kept');
      expect(recordsIn(path)).toEqual(
        kept.map((record) => 'change' in record && `${record.type} ${record.change}`),
      );
      for (const [index, record] of TEN.entries()) {
        expect(told[index]).toBe(record.type === 'outcome' || index < nth - 1 ? 'kept' : 'storage');
      }
    }
  });

  it('reports every lost record and stays readable if the reserve does not help', async () => {
    for (let nth = 1; nth <= TEN.length; nth += 1) {
      const path = join(temporaryFolder(), 'journal.ndjson');
      const told = await fates(path, nth, true);
      expect(told).toEqual(TEN.map((_, index) => (index < nth - 1 ? 'kept' : 'storage')));
      expect(recordsIn(path)).toHaveLength(nth - 1);
    }
  });
});

function attempt<T>(run: () => T): T | Failure {
  try {
    return run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
