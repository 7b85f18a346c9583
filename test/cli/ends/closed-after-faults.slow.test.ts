import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../../support/run-orgctl.ts';
import { openFiles, patchFs } from '../../support/watched-files.ts';

const CALLS = ['writeSync', 'writeFileSync', 'fsyncSync', 'fdatasync', 'renameSync'] as const;

/** Makes every write fail from the given one on, and counts the writes. */
function failingFrom(first: number): { readonly count: () => number; readonly end: () => void } {
  let count = 0;
  const fault = () => {
    count += 1;
    return count < first ? undefined : Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const ends = CALLS.map((name) =>
    name === 'fdatasync'
      ? patchFs(name, (bare) => (file: number, done: (error: Error | null) => void) => {
          const error = fault();
          if (error === undefined) bare(file, done);
          else done(error);
        })
      : patchFs(name, (bare) => (...words: never[]) => {
          const error = fault();
          if (error !== undefined) throw error;
          return Reflect.apply(bare, undefined, words);
        }),
  );
  return {
    count: () => count,
    end: () => {
      for (const end of ends) end();
    },
  };
}

const PEOPLE = 'userName,email,title\nbo,bo@example.com,Lead\nclara.voss,clara.voss@example.com,Chief\n';

/** Open files and locks of a machine in this process. */
function heldOf({ home }: Machine): readonly string[] {
  const locks = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.lock/.test(name),
  );
  return [...openFiles().filter((path) => path.startsWith(home)), ...locks];
}

async function prepared(): Promise<Machine> {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), PEOPLE);
  await machine.orgctl(`migrate snapshot sandbox --out ${machine.path('before.ndjson')}`);
  return machine;
}

describe.runIf(existsSync('/proc/self/fd'))('a command whose disk becomes full at any write', () => {
  it.each([
    'bulk apply PEOPLE --yes --events HOME/events.ndjson --failed-out HOME/failed.csv',
    'scim users patch clara.voss --title Chief',
    'scim users export --out HOME/out.csv',
    'migrate snapshot sandbox --out HOME/out.ndjson',
    'sandbox seed --users 3',
    'sandbox status --channels',
    'migrate exchange WADA --map HOME/ids.csv',
    'migrate map HOME/before.ndjson sandbox --out HOME/ids.csv',
    'bulk plan PEOPLE --out HOME/plan.json',
  ])('%s: closes its files and releases its locks', async (line) => {
    let writes = 0;
    const held = new Map<number, readonly string[]>();
    for (let first = 1; first <= writes + 1; first += 1) {
      const machine = await prepared();
      const words = line.replaceAll('PEOPLE', machine.path('people.csv')).replaceAll('HOME', machine.home);
      const disk = failingFrom(first);
      await machine.orgctl(`-p sandbox ${words}`);
      disk.end();
      writes = Math.max(writes, disk.count());
      const left = heldOf(machine);
      if (left.length > 0) held.set(first, left);
    }
    expect(held).toEqual(new Map());
    expect(writes).toBeGreaterThan(0);
  });
});
