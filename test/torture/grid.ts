import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIds } from '../../src/bulk/run/run-folders.ts';
import { readRunRecords } from '../../src/bulk/run/runs.ts';
import type { OrganizationChange } from '../../src/sandbox/organization-data.ts';
import { runId } from '../../src/values/ids.ts';
import { organizationOf } from '../support/organization-world.ts';
import { machineAt } from '../support/run-orgctl.ts';
import { type AuditedService, auditedService, contentsOf, differences, linesOf } from './audited-service.ts';
import { childEnvironment, type Ended, startChild } from './child-run.ts';
import { OPERATIONS, type Operation, ROWS } from './grid-operations.ts';
import {
  type Act,
  MOMENTS_OF_A_CHANGE,
  MOMENTS_OF_A_RUN,
  MOMENTS_OF_THE_SERVICE,
  type MomentName,
  SIGNALS,
} from './moments.ts';

/** One action at one moment of one operation. */
export interface Cell {
  readonly operation: Operation;
  readonly act: Act;
  readonly name: MomentName;
  /** The first, a middle or the last change. */
  readonly nth: number;
  readonly concurrency: number;
}

export interface CellReport {
  readonly cell: Cell;
  /** Result of the interrupted start: `killed`, or its exit code. */
  readonly ended: string;
  readonly findings: readonly string[];
  readonly millisecondsToEnd: number | undefined;
}

const CONCURRENCIES = [1, 8] as const;
/** Moments at which disk errors begin. */
const WRITES_OF_A_RUN = ['journal.before-run.start', 'journal.before-run.end'] as const;
const WRITES_OF_A_CHANGE = ['journal.before-intent', 'journal.before-outcome'] as const;

/** Every cell of the grid, mixed so that the first ones already cover everything. */
export function gridCells(): readonly Cell[] {
  const cells = cellsByOperation();
  return cells.map((_, index) => cells[(index * STRIDE) % cells.length] as Cell);
}

/** Must have no common factor with the number of cells. */
const STRIDE = 1009;

function cellsByOperation(): readonly Cell[] {
  return OPERATIONS.flatMap((operation) =>
    CONCURRENCIES.flatMap((concurrency) => {
      const rows = operation.before === 'stopped' ? ROWS - STOPPED_AT[concurrency] : ROWS;
      const positions = [1, Math.ceil(rows / 2), rows];
      const once = (act: Act, names: readonly MomentName[]) =>
        names.filter((name) => comes(name, operation)).map((name) => ({ act, name, nth: 1 }));
      const often = (act: Act, names: readonly MomentName[]) =>
        names.flatMap((name) => positions.map((nth) => ({ act, name, nth })));
      return [
        ...SIGNALS.flatMap((act) => [
          ...once(act, MOMENTS_OF_A_RUN),
          ...often(act, [...MOMENTS_OF_A_CHANGE, ...MOMENTS_OF_THE_SERVICE]),
        ]),
        ...(['ENOSPC', 'SHORT', 'EIO'] as const).flatMap((act) => [
          ...once(act, WRITES_OF_A_RUN),
          ...often(act, WRITES_OF_A_CHANGE),
        ]),
        ...once('EXDEV', ['plan.before-rename']),
      ].map((cell) => ({ ...cell, operation, concurrency }));
    }),
  );
}

/** Number of changes that are done when a run is stopped before `resume` is tested. */
const STOPPED_AT = { 1: 3, 8: 3 } as const;

/** A command that resumes a run does not start one. */
function comes(name: MomentName, { command }: Operation): boolean {
  return command !== 'resume' || !/run\.after-mkdir|plan\.|run\.start/.test(name);
}

/** Runs cells one after the other on a separate service. */
export class GridLane {
  private readonly folder = mkdtempSync(join(tmpdir(), 'orgctl-grid-'));
  private readonly service: AuditedService;
  private readonly prepared = new Map<
    string,
    {
      readonly home: string;
      readonly contents: readonly OrganizationChange[];
      readonly done: readonly string[];
    }
  >();
  private cells = 0;

  private constructor(service: AuditedService) {
    this.service = service;
  }

  static async open(): Promise<GridLane> {
    return new GridLane(await auditedService(organizationOf({})));
  }

  async close(): Promise<void> {
    await this.service.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async run(cell: Cell): Promise<CellReport> {
    const { operation, act, name, nth, concurrency } = cell;
    const { contents, done, home: before } = await this.prepare(operation, concurrency);
    this.cells += 1;
    const home = join(this.folder, `cell-${this.cells}`);
    cpSync(before, home, { recursive: true });
    await this.service.become(contents, new Map(done.map((write) => [write, 1])));
    const runs = join(home, 'state', 'runs');
    const known = runIds(runs);
    const words = commandOf(operation, known[0] ?? '', concurrency);
    const findings: string[] = [];

    const ended = await this.start(home, words, { moment: { name, nth }, act });
    const [run] = runIds(runs).filter((id) => operation.command === 'resume' || !known.includes(id));
    findings.push(
      ...afterAct(cell, ended, run === undefined ? undefined : join(runs, run, 'journal.ndjson')),
    );

    // Resumes by the same command and by `bulk resume` in turn.
    const isResume = this.cells % 2 === 0 && run !== undefined;
    const last = await this.goOn(home, isResume ? ['bulk', 'resume', run, '--yes'] : words);
    if (last.exit !== 0) findings.push(`resumed with ${last.exit}: ${last.stderr.slice(-300)}`);
    if (run !== undefined && runIds(runs)[0] !== run) findings.push(`began another run than ${run}`);
    findings.push(...this.atTheEnd(operation, runs));
    rmSync(home, { recursive: true, force: true });
    const how = ended.exit === undefined ? 'killed' : String(ended.exit);
    return { cell, ended: how, findings, millisecondsToEnd: ended.millisecondsToEnd };
  }

  private start(home: string, words: readonly string[], options: Parameters<typeof startChild>[3]) {
    return startChild(home, this.service, ['--scim-version', '2.0', ...words], options);
  }

  /** Runs in this process, because it is not interrupted. */
  private goOn(home: string, words: readonly string[]) {
    const { PATH: _, ...env } = childEnvironment(home, this.service.origin);
    return machineAt(home).orgctl(
      `--scim-version 2.0 ${words.join(' ')}`.replace('input.csv', join(home, 'input.csv')),
      {
        env,
        sleep: async () => {},
      },
    );
  }

  /** Prepares the state before an operation once for all its cells. */
  private async prepare(operation: Operation, concurrency: number) {
    const key = `${operation.name} ${concurrency}`;
    const prepared = this.prepared.get(key);
    if (prepared !== undefined) return prepared;
    const home = join(this.folder, `before-${this.prepared.size}`);
    mkdirSync(home);
    writeFileSync(join(home, 'input.csv'), operation.file);
    await this.service.become(operation.initial);
    if (operation.before === 'applied') await this.start(home, APPLY, {});
    if (operation.before === 'stopped') {
      const words = [...APPLY, '--concurrency', '1'];
      await this.start(home, words, {
        moment: { name: 'journal.after-outcome-sync', nth: 3 },
        act: 'SIGKILL',
      });
    }
    const made = {
      home,
      contents: contentsOf(this.service.organization),
      done: operation.command === 'undo' ? [] : [...this.service.applied.keys()],
    };
    this.prepared.set(key, made);
    return made;
  }

  private atTheEnd({ expected, writes }: Operation, runs: string): readonly string[] {
    const { organization, applied } = this.service;
    const [run = runId('')] = runIds(runs);
    const findings = [...differences(expected, linesOf(organization), 'at the end')];
    for (const write of writes) if (!applied.has(write)) findings.push(`at the end: missing ${write}`);
    for (const [write, times] of applied) if (times !== 1) findings.push(`${write} was done ${times} times`);
    if (applied.size !== ROWS) findings.push(`${applied.size} writes for ${ROWS} changes`);
    const ids = readRunRecords(runs, run).flatMap((record) =>
      record.type === 'outcome' && record.outcome.state === 'succeeded' ? [record.outcome] : [],
    );
    for (const { id, name } of ids) {
      const found = organization.user(id)?.values.userName ?? organization.group(id)?.displayName;
      if (found !== undefined && found !== name)
        findings.push(`${name} has the ID of ${found} in the journal`);
      if (found === undefined && organization.userByUserName(name) !== undefined)
        findings.push(`${name} has the ID ${organization.userByUserName(name)?.id}, the journal says ${id}`);
    }
    return findings;
  }
}

const APPLY = ['bulk', 'apply', 'input.csv', '--yes', '--max-deactivate', '99'];

function commandOf({ command }: Operation, run: string, concurrency: number): readonly string[] {
  const words = {
    apply: APPLY,
    undo: ['bulk', 'undo', run, '--yes', '--max-deactivate', '99', '--max-delete-groups', '99'],
    resume: ['bulk', 'resume', run, '--yes'],
  }[command];
  return [...words, '--concurrency', String(concurrency)];
}

/** Checks that apply when the interrupted start has ended. */
function afterAct(cell: Cell, ended: Ended, journal: string | undefined): readonly string[] {
  const { act, concurrency } = cell;
  const lines =
    journal !== undefined && existsSync(journal)
      ? readFileSync(journal, 'utf8').split('\n').slice(0, -1)
      : [];
  const isWhole = lines.filter((line) => line.includes('"type":"run.end"')).length > 0;
  const wanted = wantedExit(act);
  const isTold = /resume: orgctl .*(resume|undo|apply)/.test(ended.stderr);
  const findings: string[] = [];
  if (ended.exit !== wanted && !(isWhole && ended.exit === 0))
    findings.push(`ended with ${ended.exit}, not ${wanted}: ${ended.stderr.slice(-300)}`);
  if (ended.stderr.includes('    at ')) findings.push('a stack was shown');
  const isOrderly = act === 'SIGINT' || act === 'SIGTERM';
  if (isOrderly && ended.exit === wanted && lines.length > 0 && !isTold)
    findings.push(`was not told how to go on: ${ended.stderr.slice(-300)}`);
  if (isOrderly && isWhole && isTold) findings.push('was offered to resume a complete run');
  // Only requests in flight may reach the service after the signal.
  if (ended.writesAfterSignal !== undefined && ended.writesAfterSignal > concurrency)
    findings.push(`${ended.writesAfterSignal} writes were sent after the signal`);
  return findings;
}

function wantedExit(act: Act): number | undefined {
  return {
    SIGKILL: undefined,
    SIGTERM: 143,
    SIGINT: 130,
    SIGINT2: 130,
    SIGSTOP: 0,
    ENOSPC: 12,
    SHORT: 12,
    EIO: 12,
    EXDEV: 12,
  }[act];
}
