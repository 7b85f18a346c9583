import type { Failure } from '../../failure/failure.ts';
import type { Change, ChangeId } from '../plan/change.ts';
import type { ApplyOptions, ApplyResult } from './apply-options.ts';
import { isCertainlyNotDone, NotBegun, reasonOf } from './certainly-not-done.ts';
import { givesBack } from './give-back.ts';
import type { Outcome } from './journal-record.ts';
import { sendChange, settleChange } from './send-change.ts';
import type { SendContext } from './send-context.ts';

/** A row whose record is on its way to the disk makes no call: this many times more rows than calls are in flight. */
const ROWS_PER_CALL = 2;
/** This many refused calls for each call in flight make room for others; each is a change in doubt when the run is killed. */
const PARKED_PER_CALL = 4;
/** After this many unknown outcomes in a row the run stops: the cause is not one change. */
const MOST_DOUBTS = 5;

/**
 * Applies a plan. It decides nothing: the changes are done as they are, in an order that keeps each after those it waits for.
 * The intent of a change is on disk before its request leaves; its outcome is on disk before it is told.
 */
export function applyPlan(options: ApplyOptions): Promise<ApplyResult> {
  return new Run(options).finish();
}

class Run {
  private readonly options: ApplyOptions;
  private readonly outcomes: Map<ChangeId, Outcome>;
  private readonly intents: Map<ChangeId, number>;
  private readonly byId: ReadonlyMap<ChangeId, Change>;
  private readonly followers = new Map<ChangeId, Change[]>();
  private readonly waitingFor = new Map<ChangeId, number>();
  private ready: Change[] = [];
  private next = 0;
  private inFlight = 0;
  private calls = 0;
  private readonly callers: (() => void)[] = [];
  private stoppedBy: ApplyResult['stoppedBy'];
  private doubt: Failure | undefined;
  private doubtsInARow = 0;
  private resolve: (result: ApplyResult) => void = () => {};

  constructor(options: ApplyOptions) {
    this.options = options;
    this.outcomes = new Map(options.replayed.outcomes);
    this.intents = new Map(options.replayed.intents);
    this.byId = new Map(options.changes.map((change) => [change.id, change]));
    for (const change of options.changes) {
      if (this.outcomes.has(change.id)) continue;
      const open = conditionsOf(change).filter((id) => this.byId.has(id) && !this.outcomes.has(id));
      for (const id of open) {
        const followers = this.followers.get(id);
        if (followers === undefined) this.followers.set(id, [change]);
        else followers.push(change);
      }
      this.waitingFor.set(change.id, open.length);
      if (open.length === 0) this.ready.push(change);
    }
    // What is in doubt comes first: the sooner it is known, the better.
    this.ready.sort((one, other) => Number(this.intents.has(other.id)) - Number(this.intents.has(one.id)));
  }

  finish(): Promise<ApplyResult> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.options.stop.addEventListener('abort', () => this.pump(), { once: true });
      if (this.options.parked !== undefined) this.options.parked.onPark = () => this.makeRoom();
      this.pump();
    });
  }

  /** Begins as many changes as may be in progress, and ends the run when nothing is left. */
  private pump(): void {
    if (this.options.stop.aborted) this.stoppedBy ??= 'signal';
    while (
      this.stoppedBy === undefined &&
      this.inFlight < this.mostRows() &&
      this.next < this.ready.length &&
      this.options.brake?.mayBegin() !== false
    ) {
      const change = this.ready[this.next];
      this.next += 1;
      this.options.brake?.begun();
      if (change !== undefined) void this.run(change);
    }
    if (this.inFlight > 0) return;
    if (this.stoppedBy === undefined && this.next < this.ready.length) return;
    const { outcomes, doubt } = this;
    // A signal that came when everything was in progress has stopped nothing.
    const isWhole = outcomes.size === this.byId.size && this.stoppedBy === 'signal';
    const stoppedBy = isWhole ? undefined : this.stoppedBy;
    this.resolve({ outcomes, stoppedBy, inDoubt: this.intents.size, doubt });
  }

  /** With one call at a time the outcome of a row is known before the next row is touched. */
  private mostRows(): number {
    const { concurrency } = this.options;
    return concurrency === 1 ? 1 : concurrency * ROWS_PER_CALL + this.parked();
  }

  private mostCalls(): number {
    return this.options.concurrency === 1 ? 1 : this.options.concurrency + this.parked();
  }

  private parked(): number {
    return Math.min(this.options.parked?.count() ?? 0, PARKED_PER_CALL * this.options.concurrency);
  }

  /** A call that was refused waits: others go on. */
  private makeRoom(): void {
    this.admit();
    this.pump();
  }

  /** Starts as many calls as may be in flight. */
  private admit(): void {
    while (this.callers.length > 0 && this.calls < this.mostCalls()) {
      this.calls += 1;
      this.callers.shift()?.();
    }
  }

  private async run(change: Change): Promise<void> {
    this.inFlight += 1;
    try {
      const outcome = (await this.notBegun(change)) ?? (await this.carryOut(change));
      await this.options.journal.write({ type: 'outcome', change: change.id, outcome });
      this.settle(change, outcome);
    } catch (error) {
      if (error instanceof NotBegun) return;
      const why = reasonOf(error);
      if (why !== 'signal' && why.kind === 'unknownOutcome') {
        // One outcome that stays unknown keeps back only what waits for it.
        this.doubt = why;
        this.doubtsInARow += 1;
        this.stoppedBy ??= this.options.brake?.ended(undefined);
        if (this.doubtsInARow < MOST_DOUBTS) return;
      }
      this.stopBecause(why);
    } finally {
      this.inFlight -= 1;
      this.pump();
    }
  }

  /** What is in doubt after an outage is looked up when it is over, as if the run were resumed. */
  private async carryOut(change: Change): Promise<Outcome> {
    const { outlast, clock = () => 0 } = this.options;
    const since = clock();
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.attempt(change);
      } catch (error) {
        if (outlast === undefined || this.stoppedBy !== undefined) throw error;
        if (!(await outlast(error, { attempts, since }))) throw error;
      }
    }
  }

  private async attempt(change: Change): Promise<Outcome> {
    const { context, journal } = this.options;
    const sendContext: SendContext = { ...context, createdId: (id) => this.createdId(id) };
    const earlier = this.intents.get(change.id);
    const isStillInDoubt = earlier !== undefined && !isSettledByLooking(change);
    if (earlier !== undefined && !isStillInDoubt) {
      const settled = await this.call(() => settleChange(change, earlier, sendContext));
      if (settled !== undefined) return settled;
      await journal.write({ type: 'absent', change: change.id });
      this.intents.delete(change.id);
    }
    const at = context.serverNow();
    await journal.write({ type: 'intent', change: change.id, at });
    this.intents.set(change.id, at);
    try {
      return await this.call(() => sendChange(change, sendContext, earlier));
    } catch (error) {
      if (!isStillInDoubt && isCertainlyNotDone(error)) {
        await journal.write({ type: 'absent', change: change.id });
        this.intents.delete(change.id);
      }
      throw error;
    }
  }

  /** Waits until one more call may be in flight. @throws NotBegun when the run was stopped before. */
  private async call<T>(send: () => Promise<T>): Promise<T> {
    if (this.calls < this.mostCalls()) this.calls += 1;
    else await new Promise<void>((resolve) => this.callers.push(resolve));
    try {
      if (this.stoppedBy !== undefined || this.options.stop.aborted) throw new NotBegun();
      return await send();
    } catch (error) {
      // At once: what waits for this call to end would begin the next one.
      if (isCertainlyNotDone(error) && !(error instanceof NotBegun)) this.stopBecause(reasonOf(error));
      throw error;
    } finally {
      this.calls -= 1;
      this.admit();
    }
  }

  /** A failure says more than a signal. */
  private stopBecause(why: Failure | 'signal'): void {
    if (this.stoppedBy === undefined || this.stoppedBy === 'signal') this.stoppedBy = why;
  }

  /** The outcome of a change whose condition failed; somebody who gave values up for it gets them back. */
  private async notBegun(change: Change): Promise<Outcome | undefined> {
    const blocked = this.blockedBy(change);
    const back = blocked && givesBack(change, this.byId.values(), this.outcomes);
    if (blocked === undefined || back === undefined) return blocked;
    const { state } = await this.carryOut(back);
    const values = Object.values(state === 'succeeded' ? back.set : back.before).join(', ');
    return {
      ...blocked,
      message: `${blocked.message}; ${state === 'succeeded' ? 'has' : 'still has'} ${values}`,
    };
  }

  /** A change whose condition failed is not begun, and says whose failure it was. */
  private blockedBy(change: Change): Extract<Outcome, { readonly state: 'failed' }> | undefined {
    const failed = change.after.find((id) => this.outcomes.get(id)?.state === 'failed');
    if (failed === undefined) return undefined;
    const cause = this.byId.get(failed);
    return {
      state: 'failed',
      code: 'blocked',
      message: `waits for line ${cause?.line ?? '?'}, which failed`,
    };
  }

  private settle(change: Change, outcome: Outcome): void {
    this.doubtsInARow = 0;
    this.outcomes.set(change.id, outcome);
    this.intents.delete(change.id);
    this.options.onOutcome(change, outcome);
    this.stoppedBy ??= this.options.brake?.ended(outcome);
    for (const follower of this.followers.get(change.id) ?? []) {
      const left = (this.waitingFor.get(follower.id) ?? 1) - 1;
      this.waitingFor.set(follower.id, left);
      if (left === 0) this.ready.push(follower);
    }
  }

  private createdId(change: ChangeId): string {
    const outcome = this.outcomes.get(change);
    return outcome?.state === 'succeeded' ? outcome.id : '';
  }
}

/** What has no ID yet is looked for; an update looks at what is there before it writes in any case. */
function isSettledByLooking({ kind }: Change): boolean {
  return kind === 'createUser' || kind === 'createGroup';
}

/** What must have ended before a change begins, each once. */
function conditionsOf({ after, behind }: Change): readonly ChangeId[] {
  return behind === undefined ? after : [...new Set([...after, ...behind])];
}
