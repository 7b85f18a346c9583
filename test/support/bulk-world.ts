import type { DesiredMembership } from '../../src/bulk/input/desired-membership.ts';
import type { DesiredUser, Mode } from '../../src/bulk/input/desired-state.ts';
import { looksLikeGroups } from '../../src/bulk/input/group-layout.ts';
import { readGroupsCsv } from '../../src/bulk/input/read-groups-csv.ts';
import { readUsersCsv } from '../../src/bulk/input/read-users-csv.ts';
import type { Change } from '../../src/bulk/plan/change.ts';
import type { GroupSnapshot } from '../../src/bulk/plan/group-snapshot.ts';
import type { PlanScope } from '../../src/bulk/plan/plan-file.ts';
import { planInput } from '../../src/bulk/plan/plan-input.ts';
import { type Snapshot, takeGroupSnapshot, takeSnapshot } from '../../src/bulk/plan/snapshot.ts';
import type { PlanOptions } from '../../src/bulk/plan/wanted-input.ts';
import type { ApplyResult } from '../../src/bulk/run/apply-options.ts';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import { journalOn } from '../../src/bulk/run/journal.ts';
import type { JournalRecord } from '../../src/bulk/run/journal-record.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { reconcileChange } from '../../src/bulk/run/send-change.ts';
import type { SendContext } from '../../src/bulk/run/send-context.ts';
import { type PlannedUndo, planUndo } from '../../src/bulk/undo/plan-undo.ts';
import { Failure } from '../../src/failure/failure.ts';
import type { Issue } from '../../src/failure/issue.ts';
import { serializeWrites } from '../../src/http/serialize-writes.ts';
import type { Transport } from '../../src/http/transport.ts';
import { createScimClient, type ScimClient } from '../../src/scim/scim-client.ts';
import { TOKENS } from './organization-world.ts';
import { ORIGIN, openTestSandbox, type TestSandboxOptions, type TestService } from './test-sandbox.ts';

/** Counts the moments of a run and cuts the power at one of them; nothing happens after it. */
export class Power {
  moments = 0;
  /** Resolves when the power is cut. */
  readonly gone: Promise<'gone'>;
  private readonly cutAt: number;
  private cut: () => void = () => {};

  constructor(cutAt = Number.POSITIVE_INFINITY) {
    this.cutAt = cutAt;
    this.gone = new Promise((resolve) => {
      this.cut = () => resolve('gone');
    });
  }

  async moment(): Promise<void> {
    this.moments += 1;
    if (this.moments < this.cutAt) return;
    this.cut();
    await new Promise(() => {});
  }
}

/** A run that can be interrupted and resumed at any moment: its changes and its journal. */
export interface WorldRun {
  readonly changes: readonly Change[];
  readonly lines: string[];
  readonly records: JournalRecord[];
}

/** An organization with the bulk engine, without files and a command line. */
export interface BulkWorld {
  readonly service: TestService;
  readonly scim: ScimClient;
  /** Requests that reached the service: method and path. */
  readonly sent: string[];
  snapshot(): Promise<Snapshot>;
  groups(): Promise<GroupSnapshot>;
  plan(
    csv: string,
    aims?: PlanScope,
    mode?: Mode,
    more?: Pick<PlanOptions, 'match' | 'accept'>,
  ): Promise<readonly Change[]>;
  begin(changes: readonly Change[]): WorldRun;
  /** Resumes a run; undefined if the power was cut. */
  goOn(run: WorldRun, power?: Power): Promise<ApplyResult | undefined>;
  /** Resumes a run until it ends, with a power cut at each of these moments. */
  complete(run: WorldRun, cuts?: readonly number[]): Promise<ApplyResult>;
  planUndo(run: WorldRun): Promise<PlannedUndo>;
}

/** Result of a request: answered, or lost before or after the service acted. */
export type Fate = 'answered' | 'lostBefore' | 'lostAfter';

export interface BulkWorldOptions extends TestSandboxOptions {
  /** Returns the fate of the next write. */
  readonly fate?: () => Fate;
}

export async function bulkWorld({ fate, ...options }: BulkWorldOptions): Promise<BulkWorld> {
  const service = await openTestSandbox(options);
  const sent: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  /** A request of a run without power is never sent, even after the next start. */
  const serveWith =
    (own: Power): Transport =>
    async (request) => {
      await own.moment();
      const ownFate = request.effect === 'write' ? (fate?.() ?? 'answered') : 'answered';
      if (ownFate === 'lostBefore') throw lost();
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      const answer = service.sandbox.handle({
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${TOKENS.primaryOwner}` },
      });
      underWay.add(answer);
      const response = await answer;
      underWay.delete(answer);
      await own.moment();
      if (ownFate === 'lostAfter') throw lost();
      return response;
    };
  // Like the program, one write at a time per target (SCIM §8); a new start has new queues.
  const clientWith = (own: Power) =>
    createScimClient(serializeWrites()(serveWith(own)), ORIGIN, {
      version: service.version,
      vendor: 'service',
    });
  const scim = clientWith(new Power());
  const now = options.now ?? (() => Date.UTC(2024, 2, 4, 17, 0, 0));
  const context: Omit<SendContext, 'createdId'> = {
    scim,
    serverNow: now,
    sleep: async () => {},
    readSecrets: () => ({}),
  };
  const snapshot = () => takeSnapshot(scim, () => {});
  const groups = () => takeGroupSnapshot(scim, () => {});

  const goOn: BulkWorld['goOn'] = async (run, ownPower = new Power()) => {
    // Requests that reached the service before the power cut are applied before the next start.
    await Promise.all(underWay);
    const { write, close } = memoryJournal(run, ownPower, now);
    const finished = applyPlan({
      changes: run.changes,
      replayed: replay(run.records, run.changes),
      journal: { write, close },
      context: { ...context, scim: clientWith(ownPower) },
      concurrency: 4,
      stop: new AbortController().signal,
      onOutcome: () => {},
    });
    const result = await Promise.race([finished, ownPower.gone]);
    return result === 'gone' ? undefined : result;
  };

  return {
    service,
    scim,
    sent,
    snapshot,
    groups,
    async plan(csv, aims = {}, mode = 'upsert', more = {}) {
      const rows: DesiredUser[] = [];
      const memberships: DesiredMembership[] = [];
      const onIssue = (issue: Issue) => {
        throw new Error(`${issue.at?.line}: ${issue.message}`);
      };
      async function* bytes() {
        yield Buffer.from(csv);
      }
      const file = 'people.csv';
      if (looksLikeGroups(csv)) {
        await readGroupsCsv(bytes(), { file, onIssue, onMembership: (one) => memberships.push(one) });
      } else {
        const onUser = (row: DesiredUser) => rows.push(row);
        await readUsersCsv(bytes(), { file, shareRead: undefined, mode, vendor: 'service', onUser, onIssue });
      }
      const { changes, issues } = planInput({ rows, memberships }, await snapshot(), await groups(), {
        mode,
        aims,
        file,
        ...more,
      });
      if (issues.length > 0)
        throw new Error(issues.map(({ at, message }) => `${at?.line}: ${message}`).join('; '));
      return changes;
    },
    begin: (changes) => ({ changes, lines: [], records: [] }),
    goOn,
    async complete(run, cuts = []) {
      for (const cut of cuts) {
        const result = await goOn(run, new Power(cut));
        if (result !== undefined) return result;
      }
      const result = await goOn(run);
      if (result === undefined) throw new Error('the power went without being cut');
      return result;
    },
    async planUndo(run) {
      const { outcomes: known, intents } = replay(run.records, run.changes);
      const outcomes = new Map(known);
      const inDoubt = new Set(intents.keys());
      for (const change of run.changes) {
        const at = intents.get(change.id);
        const settled =
          at === undefined
            ? undefined
            : await reconcileChange(change, at, { ...context, createdId: () => '' });
        if (settled === undefined) continue;
        outcomes.set(change.id, settled);
        inDoubt.delete(change.id);
      }
      return planUndo({ changes: run.changes, outcomes, inDoubt }, await snapshot(), await groups());
    },
  };
}

/**
 * The failure that the retry layer returns for a broken connection (architecture: no layer repeats a write).
 */
function lost(): Failure {
  return new Failure('unknownOutcome', 'the outcome is unknown, the connection was reset');
}

/** A journal in memory that keeps only records stored before the power cut. */
function memoryJournal(run: WorldRun, power: Power, now: () => number) {
  const { write, close } = journalOn(
    {
      path: 'memory',
      size: () => 0,
      append: (text) => void run.lines.push(text),
      sync: async () => {},
      truncate: () => {},
      close: () => {},
    },
    { release: () => false },
    { checksum: '', records: 0 },
    now,
  );
  return {
    close,
    write: async (record: JournalRecord) => {
      await power.moment();
      await write(record);
      run.records.push(record);
      await power.moment();
    },
  };
}
