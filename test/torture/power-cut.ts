import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Outcome } from '../../src/bulk/run/journal-record.ts';
import { runIds } from '../../src/bulk/run/run-folders.ts';
import { readRunPlan, readRunRecords } from '../../src/bulk/run/runs.ts';
import type { OrganizationChange } from '../../src/sandbox/organization-data.ts';
import { changeId } from '../../src/values/ids.ts';
import { machineAt } from '../support/run-orgctl.ts';
import { type AuditedService, auditedService, contentsOf, differences, linesOf } from './audited-service.ts';
import { childEnvironment, startChild } from './child-run.ts';
import { Disk, type DiskOperation, type DiskState, writeState } from './disk.ts';

/** A command whose disk operations are recorded. */
export interface RecordedRun {
  readonly name: string;
  readonly initial: readonly OrganizationChange[];
  readonly file: string;
  readonly words: readonly string[];
  readonly concurrency: number;
  /** The expected organization at the end, one line for each user and group. */
  readonly expected: readonly string[];
}

export interface PowerCutReport {
  readonly run: string;
  /** Number of operations after which the power is cut. */
  readonly cuts: number;
  /** Number of different states. */
  readonly states: number;
  /** Number of states from which the run was resumed. */
  readonly continued: number;
  readonly findings: readonly string[];
}

const RECORD = resolve('test/torture/record-disk.cjs');

/**
 * Records a run and rebuilds every disk state that a power cut may leave after each operation. Checks that no
 * reported result is missing, that every sent request is in the journal, and for every n-th state that the
 * run can be resumed.
 */
export async function cutPowerOf(run: RecordedRun, every: number): Promise<PowerCutReport> {
  const folder = mkdtempSync(join(tmpdir(), 'orgctl-power-'));
  const service = await auditedService(run.initial);
  const findings: string[] = [];
  try {
    const recorded = join(folder, 'recorded');
    const { operations, services } = await record(run, service, recorded);
    const disk = new Disk();
    const seen = new Set<string>();
    let states = 0;
    let continued = 0;
    const facts: Facts = { shown: new Map(), sent: new Set() };
    for (const [index, operation] of operations.entries()) {
      disk.apply(operation);
      learn(facts, operation);
      for (const state of disk.states()) {
        const key = keyOf(state, facts, services[index]?.step ?? 0);
        if (seen.has(key)) continue;
        seen.add(key);
        states += 1;
        const home = join(folder, `state-${states}`);
        mkdirSync(home);
        writeState(state, recorded, home);
        const problems = [...missing(home, facts)];
        if (problems.length > 0 || states % every === 0) {
          continued += 1;
          const from = services[index];
          await service.become(from?.contents ?? run.initial, from?.applied);
          problems.push(...(await goOn(run, service, home)));
        }
        rmSync(home, { recursive: true, force: true });
        findings.push(...problems.map((one) => `after ${index + 1} (${operation.op}), ${state.how}: ${one}`));
      }
    }
    return { run: run.name, cuts: operations.length, states, continued, findings };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The service after an operation. */
interface ServiceThen {
  /** Increases with every change. */
  readonly step: number;
  readonly contents: readonly OrganizationChange[];
  readonly applied: ReadonlyMap<string, number>;
}

async function record(run: RecordedRun, service: AuditedService, home: string) {
  mkdirSync(home);
  const log = join(home, '..', 'disk.ndjson');
  const input = join(home, '..', 'input.csv');
  writeFileSync(input, run.file);
  writeFileSync(log, '');
  const now = (step: number): ServiceThen => ({
    step,
    contents: contentsOf(service.organization),
    applied: new Map(service.applied),
  });
  const then: ServiceThen[] = [now(0)];
  const words = ['--scim-version', '2.0', ...run.words, '--concurrency', String(run.concurrency)];
  const ended = await startChild(home, service, [...words, '--events', join(home, '..', 'events.ndjson')], {
    preload: RECORD,
    env: { ORGCTL_DISK_LOG: log },
    onWrite: async (when, write) => {
      if (when === 'after') then.push(now(then.length));
      appendFileSync(log, `${JSON.stringify({ op: 'request', write, when })}\n`);
    },
  });
  if (ended.exit !== 0) throw new Error(`the recorded run ended with ${ended.exit}: ${ended.stderr}`);
  const operations = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): DiskOperation => JSON.parse(line));
  let step = 0;
  const services = operations.map((operation) => {
    if (operation.op === 'request' && operation.when === 'after') step += 1;
    return then[step];
  });
  return { operations, services };
}

/** Visible facts of a run: reported results, and writes that the service received. */
interface Facts {
  readonly shown: Map<string, Outcome['state']>;
  readonly sent: Set<string>;
}

function learn(facts: Facts, operation: DiskOperation): void {
  if (operation.op === 'request') facts.sent.add(operation.write);
  if (operation.op !== 'shown') return;
  for (const line of operation.text.trimEnd().split('\n')) {
    const event: { type: string; change?: string; state?: Outcome['state'] } = JSON.parse(line);
    if (event.type === 'change.end' && event.change !== undefined && event.state !== undefined)
      facts.shown.set(event.change, event.state);
  }
}

function keyOf({ files, folders }: DiskState, { shown, sent }: Facts, step: number): string {
  const hash = createHash('sha256').update([...folders, shown.size, sent.size, step].join('\n'));
  for (const [path, content] of files) hash.update(path).update(path.endsWith('.reserve') ? '' : content);
  return hash.digest('hex');
}

/** Reported results and received writes that are missing in the journal. */
function missing(home: string, { shown, sent }: Facts): readonly string[] {
  const runs = join(home, 'state', 'runs');
  const [run] = runIds(runs);
  if (run === undefined) return shown.size + sent.size === 0 ? [] : ['there is no run'];
  try {
    const records = readRunRecords(runs, run);
    const outcomes = new Map(
      records.flatMap((one) => (one.type === 'outcome' ? [[one.change, one.outcome]] : [])),
    );
    const intended = new Set(records.flatMap((one) => (one.type === 'intent' ? [one.change] : [])));
    const begun = readRunPlan(runs, run).changes.filter(({ id }) => intended.has(id));
    const writes = new Set(
      begun.flatMap((change) => {
        if (!('target' in change)) return [`POST ${change.name}`];
        if ('id' in change.target) return [change.target.id];
        const made = outcomes.get(change.target.createdBy);
        return made?.state === 'succeeded' ? [made.id] : [];
      }),
    );
    return [
      ...[...shown]
        .filter(([change, state]) => outcomes.get(changeId(change))?.state !== state)
        .map(([change]) => `the result of ${change} was shown and is gone`),
      ...[...sent]
        .filter((write) => ![...writes].some((one) => write.endsWith(one)))
        .map((write) => `${write} was sent and no intent is left`),
    ];
  } catch (error) {
    return [`the run cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function goOn(run: RecordedRun, service: AuditedService, home: string): Promise<readonly string[]> {
  const { PATH: _, ...env } = childEnvironment(home, service.origin);
  const input = join(home, '..', 'input.csv');
  const words = run.words.map((word) => (word === '../input.csv' ? input : word));
  const ended = await machineAt(home).orgctl(`--scim-version 2.0 ${words.join(' ')}`, {
    env,
    sleep: async () => {},
  });
  if (ended.exit !== 0) return [`resumed with ${ended.exit}: ${ended.stderr.slice(-300)}`];
  return [
    ...differences(run.expected, linesOf(service.organization), 'at the end'),
    ...[...service.applied].flatMap(([write, times]) =>
      times === 1 ? [] : [`${write} was done ${times} times`],
    ),
  ];
}
