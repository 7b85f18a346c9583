import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { BIN, freshHome } from '../support/real-bin.ts';
import { type Recorded, recordedIn } from '../support/recorded-commands.ts';

const IS_WHOLE = process.env['ORGCTL_TORTURE_KILLS'] !== undefined;
/**
 * A company, not a team, in `npm run torture`; here enough of them that every kill meets a step in the
 * middle.
 */
const PEOPLE = IS_WHOLE ? 2000 : 300;
/** So many that a kill meets the file before its end. */
const LINES = IS_WHOLE ? 4_000_000 : 1_500_000;
const TIMEOUT = 400_000;

/** What changes with this many people. */
const LARGER: readonly (readonly [string, string])[] = [
  ['--users 40', `--users ${PEOPLE}`],
  ['--max-deactivate 50', `--max-deactivate ${PEOPLE + 100}`],
  ['tail -n +2 > dump.txt', `tail -n +2 > a.txt && yes "$(cat a.txt)" | head -n ${LINES} > dump.txt`],
  ['tail -n +2 | cmp', `tail -n +2 > b.txt && yes "$(cat b.txt)" | head -n ${LINES} | cmp`],
];

/** Commands that end with another code than 0, as the page says. */
const ENDINGS: readonly (readonly [string, readonly number[]])[] = [
  ['orgctl migrate plan old new -q -o csv >', [7]],
  ['timeout -s KILL', [0, 137]],
  ['bulk check strangers.csv', [5]],
];

/** Steps that write something, which are killed and begun again; and after how much of it. */
const WRITES = /orgctl (migrate (snapshot|plan|map|apply|rewrite|verify)|-p new undo)/;
const KILLED_AT = [1, 30_000];
/** Steps that write no journal are killed after this many milliseconds, when a process has begun its work. */
const PAUSES = [250, 450];

/**
 * How a step ended; one that a killed process had put in its place already is refused as a file or folder
 * that is there.
 */
function orInPlace(ran: Readonly<{ exitCode?: number | undefined; all: string }>) {
  const isInPlace = ran.exitCode === 2 && / exists$| has something in it already$/m.test(ran.all);
  return isInPlace ? { exitCode: 0, all: '' } : ran;
}

class Machine {
  kills = 0;
  readonly killed = new Set<string>();
  readonly home = freshHome();

  constructor() {
    const programs = join(this.home, 'programs');
    mkdirSync(programs);
    const lines = ['#!/bin/sh', `exec "${process.execPath}" "${BIN}" "$@"`, ''];
    writeFileSync(join(programs, 'orgctl'), lines.join('\n'), { mode: 0o755 });
  }

  run(command: string) {
    const { PATH = '' } = process.env;
    const env = {
      PATH: `${join(this.home, 'programs')}:${PATH}`,
      HOME: this.home,
      ORGCTL_HOME: this.home,
      ORGCTL_OUTPUT: 'table',
    };
    // A group of processes of its own: a kill takes the shell and what it started.
    const options = {
      cwd: this.home,
      env,
      extendEnv: false,
      all: true,
      reject: false,
      detached: true,
    } as const;
    return execa('bash', ['-c', `exec 2>&1\n${command}`], options);
  }

  /**
   * Runs a step to its end, after it was killed while it writes, as often as it gets so far.
   * @returns how it ended
   */
  async killOften(command: string) {
    const journals = /apply|undo/.test(command);
    for (const moment of journals ? KILLED_AT : PAUSES) {
      const before = this.journaled();
      const running = this.run(command);
      let hasEnded = false;
      const ended = running.then(() => {
        hasEnded = true;
      });
      const since = Date.now();
      const isTime = () =>
        journals ? this.journaled() - before >= moment : Date.now() - since >= moment || this.hasHalfFile();
      while (!hasEnded && !isTime()) await sleep(5);
      if (hasEnded) return orInPlace(await running);
      process.kill(-(running.pid ?? 0), 'SIGKILL');
      await ended;
      this.kills += 1;
      this.killed.add(WRITES.exec(command)?.[2] ?? 'undo');
    }
    return orInPlace(await this.run(command));
  }

  /** What a process has begun to write, and not yet put in its place. */
  hasHalfFile(): boolean {
    return readdirSync(this.home).some((name) => name.endsWith('.tmp'));
  }

  /** Bytes of all journals. */
  private journaled(): number {
    const folder = join(this.home, 'state', 'runs');
    if (!existsSync(folder)) return 0;
    const journals = readdirSync(folder).map((run) => join(folder, run, 'journal.ndjson'));
    return journals.reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0);
  }
}

/**
 * Whether what a command prints depends neither on how many people there are nor on what it had done before
 * it was killed.
 */
const isOfAnySize = ({ command, output }: Recorded) =>
  output !== '' && !/\d/.test(output) && (!/ apply | --out /.test(command) || command.includes('echo'));

const larger = (command: string) => LARGER.reduce((text, [from, to]) => text.replace(from, to), command);

describe('the run book', () => {
  it(
    `moves ${PEOPLE} people, command by command, with a kill in every step that writes, and is undone to what was`,
    async () => {
      const machine = new Machine();
      const recorded = recordedIn(readFileSync('docs/move-an-organization.md', 'utf8'));
      for (const step of recorded) {
        const command = larger(step.command);
        const isKilled = WRITES.test(command) && !command.includes('timeout');
        const { exitCode, all } = await (isKilled ? machine.killOften(command) : machine.run(command));
        const expected = ENDINGS.find(([words]) => command.includes(words))?.[1] ?? [0];
        expect(
          expected,
          `${command}
${all}`,
        ).toContain(exitCode);
        if (isOfAnySize(step)) expect({ command, all }).toEqual({ command, all: step.output });
        expect(all).not.toMatch(/^failed \d/m);
      }
      expect([...machine.killed].toSorted()).toEqual([
        'apply',
        'map',
        'plan',
        'rewrite',
        'snapshot',
        'undo',
        'verify',
      ]);
      expect(machine.kills).toBeGreaterThan(10);
      expect(machine.hasHalfFile()).toBe(false);
      for (const words of LARGER)
        expect(recorded.some(({ command }) => command.includes(words[0]))).toBe(true);
    },
    TIMEOUT,
  );
});
