import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { BIN, freshHome } from '../support/real-bin.ts';
import { type Recorded, recordedIn } from '../support/recorded-commands.ts';

const IS_WHOLE = process.env['ORGCTL_TORTURE_KILLS'] !== undefined;
/** A large company in `npm run torture`; otherwise enough users that every kill interrupts a step. */
const PEOPLE = IS_WHOLE ? 2000 : 300;
/** Enough lines that a kill interrupts the rewriting of the file. */
const LINES = IS_WHOLE ? 4_000_000 : 1_500_000;
const TIMEOUT = 400_000;

/** Replacements in the commands of the guide for this number of users. */
const LARGER: readonly (readonly [string, string])[] = [
  ['--users 40', `--users ${PEOPLE}`],
  ['--max-deactivate 50', `--max-deactivate ${PEOPLE + 100}`],
  ['tail -n +2 > dump.txt', `tail -n +2 > a.txt && yes "$(cat a.txt)" | head -n ${LINES} > dump.txt`],
  ['tail -n +2 | cmp', `tail -n +2 > b.txt && yes "$(cat b.txt)" | head -n ${LINES} | cmp`],
];

/** Commands that exit with a code other than 0, as the guide says. */
const ENDINGS: readonly (readonly [string, readonly number[]])[] = [
  ['orgctl migrate plan old new -q -o csv >', [7]],
  ['timeout -s KILL', [0, 137]],
  ['bulk check strangers.csv', [5]],
];

/**
 * Steps that write, which are killed and repeated, and the number of journal bytes after which they are
 * killed.
 */
const WRITES = /orgctl (migrate (snapshot|plan|map|apply|rewrite|verify)|-p new undo)/;
const KILLED_AT = [1, 30_000];
/**
 * When steps without a journal are killed, as multiples of the time that a process needs to start: it has
 * started its work by then, and has not ended on a fast machine either.
 */
const PAUSES = [1.3, 2.3];

/** A repeated step may be refused because the killed process had already completed its file or folder. */
function orInPlace(ran: Readonly<{ exitCode?: number | undefined; all: string }>) {
  const isInPlace = ran.exitCode === 2 && / exists$| is not empty$/m.test(ran.all);
  return isInPlace ? { exitCode: 0, all: '' } : ran;
}

class Machine {
  kills = 0;
  readonly killed = new Set<string>();
  readonly home = freshHome();
  /** Milliseconds that a process takes to start and end. */
  private startTime = 0;

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
    // A separate process group, so that a kill also ends the processes that the shell started.
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

  /** Measures how long a process takes that only starts. */
  async measureStart(): Promise<void> {
    const times = [];
    for (let run = 0; run < 3; run += 1) {
      const since = Date.now();
      await this.run('orgctl --version');
      times.push(Date.now() - since);
    }
    this.startTime = Math.min(...times);
  }

  /**
   * Kills a step repeatedly while it writes, then runs it to its end.
   * @returns its result
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
        journals
          ? this.journaled() - before >= moment
          : Date.now() - since >= moment * this.startTime || this.hasHalfFile();
      while (!hasEnded && !isTime()) await sleep(5);
      if (hasEnded) return orInPlace(await running);
      process.kill(-(running.pid ?? 0), 'SIGKILL');
      await ended;
      this.kills += 1;
      this.killed.add(WRITES.exec(command)?.[2] ?? 'undo');
    }
    return orInPlace(await this.run(command));
  }

  /** Whether a process has started to write a file without completing it. */
  hasHalfFile(): boolean {
    return readdirSync(this.home).some((name) => name.endsWith('.tmp'));
  }

  /** Total size of all journals in bytes. */
  private journaled(): number {
    const folder = join(this.home, 'state', 'runs');
    if (!existsSync(folder)) return 0;
    const journals = readdirSync(folder).map((run) => join(folder, run, 'journal.ndjson'));
    return journals.reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0);
  }
}

/** Whether the output of a command depends neither on the number of users nor on the work before a kill. */
const isOfAnySize = ({ command, output }: Recorded) =>
  output !== '' && !/\d/.test(output) && (!/ apply | --out /.test(command) || command.includes('echo'));

const larger = (command: string) => LARGER.reduce((text, [from, to]) => text.replace(from, to), command);

describe('guide to move an organization', () => {
  it(
    `moves ${PEOPLE} users with a kill in every step that writes, and undoes the move`,
    async () => {
      const machine = new Machine();
      await machine.measureStart();
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
