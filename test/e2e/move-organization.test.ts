import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freshHome, startOrgctl } from '../support/real-bin.ts';
import { servedSandbox } from '../support/served-sandbox.ts';

/** A company, not a team. */
const PEOPLE = 2000;
const TIMEOUT = 300_000;

/** Bytes of all journals: a run that was killed has written some of them. */
function journaled(home: string): number {
  const folder = join(home, 'state', 'runs');
  if (!existsSync(folder)) return 0;
  const journals = readdirSync(folder).map((run) => join(folder, run, 'journal.ndjson'));
  return journals.reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0);
}

/** Runs a command and kills it as soon as its journal has grown by so much; a command that ends before that has ended. */
async function killedAfter(home: string, words: readonly string[], bytes: number): Promise<boolean> {
  const before = journaled(home);
  const process = startOrgctl(home, [...words]);
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  const ended = process.then(end, end);
  while (!hasEnded && journaled(home) - before < bytes) await sleep(10);
  process.kill('SIGKILL');
  await ended;
  return journaled(home) > before;
}

describe('a move of an organization', () => {
  it(
    'comes to its end after kills at every step, and is undone to what was',
    async () => {
      const home = freshHome();
      const orgctl = async (...words: string[]) => {
        const { exitCode, stdout, stderr } = await startOrgctl(home, words);
        return { exitCode, stdout, stderr };
      };
      await orgctl('sandbox', 'seed', '--users', String(PEOPLE), '--state', join(home, 'old.ndjson'), '-q');
      const old = await servedSandbox(home, '--state', join(home, 'old.ndjson'));
      const target = await servedSandbox(home, '--state', join(home, 'new.ndjson'));
      for (const [name, { origin, printed }] of Object.entries({ old, new: target })) {
        const adding = startOrgctl(home, [
          'profile',
          'add',
          name,
          '--scim-url',
          origin,
          '--token-stdin',
          '-q',
        ]);
        adding.stdin.end(String(printed['token']));
        expect((await adding).exitCode).toBe(0);
      }
      const before = join(home, 'before.ndjson');
      expect((await orgctl('migrate', 'snapshot', 'new', '--out', before)).exitCode).toBe(0);

      const wave = (number: number) => [
        'migrate',
        'apply',
        'old',
        'new',
        '--wave',
        `${number}/2`,
        '--yes',
        '-q',
      ];
      let kills = 0;
      for (const number of [1, 2]) {
        for (const bytes of [1, 20_000, 60_000]) if (await killedAfter(home, wave(number), bytes)) kills += 1;
        expect(await orgctl(...wave(number))).toMatchObject({ exitCode: 0 });
      }
      expect(kills).toBeGreaterThan(2);
      const verified = await orgctl('migrate', 'verify', 'old', 'new', '-o', 'json', '-q');
      expect(verified.exitCode).toBe(0);
      expect(JSON.parse(verified.stdout)).toMatchObject({ verdict: 'equal', joined: { users: PEOPLE + 12 } });
      expect((await orgctl('migrate', 'apply', 'old', 'new', '--yes')).stderr).toContain('nothing to do');

      const runs: readonly string[] = JSON.parse(
        (await orgctl('runs', 'list', '-o', 'json', '--query', "[?source=='old'].id")).stdout,
      );
      for (const run of runs) {
        const undo = ['-p', 'new', 'undo', run, '--yes', '-q', '--max-deactivate', String(PEOPLE)];
        await killedAfter(home, undo, 20_000);
        expect(await orgctl(...undo)).toMatchObject({ exitCode: 0 });
      }
      expect(await orgctl('compare', before, 'new', '--ignore', 'leavers', '-q')).toMatchObject({
        exitCode: 0,
      });
    },
    TIMEOUT,
  );
});
