import { Failure } from '../../failure/failure.ts';
import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { ApplyOptions, ApplyResult } from './apply-options.ts';
import { type Blocked, blockedBy } from './blocked-by.ts';
import { CallSlots } from './call-slots.ts';
import { NotStarted, stopReasonOf } from './certainly-not-done.ts';
import { type ChangeQueue, createChangeQueue } from './change-queue.ts';
import { ChangeSender } from './change-sender.ts';
import type { Outcome } from './journal-record.ts';
import { OpenIntents } from './open-intents.ts';
import { createRefusedAccess, type HeldChange, showsAccess } from './refused-access.ts';
import { restoreAfterFailedSwap } from './restore-values.ts';
import type { SendContext } from './send-context.ts';

/** Consecutive unknown outcomes after which the run stops: the cause is not a single change. */
const MAX_DOUBTS = 5;

/**
 * Applies a plan without any decisions of its own: makes the changes as planned, each after its dependencies.
 * The intent of a change is on disk before its request leaves; its outcome is on disk before it is reported.
 */
export function applyPlan(options: ApplyOptions): Promise<ApplyResult> {
  return new Run(options).finish();
}

class Run {
  private readonly options: ApplyOptions;
  private readonly outcomes: Map<ChangeId, Outcome>;
  private readonly intents: OpenIntents;
  private readonly byId: ReadonlyMap<ChangeId, Change>;
  private readonly queue: ChangeQueue;
  private readonly slots: CallSlots;
  private readonly sender: ChangeSender;
  private inFlight = 0;
  private readonly refused = createRefusedAccess();
  private stoppedBy: ApplyResult['stoppedBy'];
  private isAccessRefused = false;
  private doubt: Failure | undefined;
  private doubtsInARow = 0;
  private resolve: (result: ApplyResult) => void = () => {};

  constructor(options: ApplyOptions) {
    this.options = options;
    this.outcomes = new Map(options.replayed.outcomes);
    this.intents = new OpenIntents(options.journal, options.replayed.intents);
    this.byId = new Map(options.changes.map((change) => [change.id, change]));
    this.queue = createChangeQueue(options.changes, options.replayed);
    // While the token seems to be refused, new calls wait for those in flight. A run that is stopping holds
    // no calls back.
    const isHeld = () => this.stoppedBy === undefined && this.refused.isFull();
    this.slots = new CallSlots({ concurrency: options.concurrency, parked: options.parked, isHeld });
    this.sender = new ChangeSender({
      options,
      context: this.sendContext(),
      intents: this.intents,
      slots: this.slots,
      isStopped: () => this.stoppedBy !== undefined,
      stopBecause: (why) => this.stopBecause(why),
      onWait: () => this.stopIfTokenRefused(),
      onTurn: () => this.pump(),
    });
  }

  finish(): Promise<ApplyResult> {
    const { outcomes, intents, slots } = this;
    const { stop, parked, replayed } = this.options;
    const inDoubt = () => intents.count((id) => replayed.intents.has(id) || !slots.isAhead(id));
    this.options.onReady?.(() => ({ outcomes, inDoubt: inDoubt() }));
    const pump = () => this.pump();
    return new Promise<ApplyResult>((resolve) => {
      this.resolve = resolve;
      stop.addEventListener('abort', pump, { once: true });
      // While a throttled call waits, others are made.
      if (parked !== undefined) parked.onPark = pump;
      this.pump();
    }).finally(() => {
      stop.removeEventListener('abort', pump);
      if (parked !== undefined) parked.onPark = undefined;
    });
  }

  /** Starts as many changes as may be in progress, and ends the run if nothing is left. */
  private pump(): void {
    if (this.options.stop.aborted) this.stoppedBy ??= 'signal';
    this.stopIfTokenRefused();
    this.slots.startWaitingCalls();
    // With nothing in flight the first change starts: nothing else would find out that a quota is open.
    const closed = this.inFlight > 0 ? this.options.parked?.closed() : [];
    while (
      this.stoppedBy === undefined &&
      this.slots.mayBegin(this.inFlight) &&
      this.queue.hasNext(closed) &&
      this.options.stopConditions?.mayBegin() !== false
    ) {
      const change = this.queue.take();
      this.options.stopConditions?.recordStart();
      if (change !== undefined) void this.run(change);
    }
    if (this.inFlight > 0) return;
    const held = this.refused.takeAll();
    if (held.length > 0) return void this.settleHeldChanges(held);
    if (this.stoppedBy === undefined && this.queue.hasNext()) return;
    const { outcomes, doubt } = this;
    // A signal that arrived after the last change had started stopped nothing; nor did a failure that ends a
    // run.
    const isWhole = outcomes.size === this.byId.size;
    const stoppedBy = isWhole && isOrderlyStop(this.stoppedBy) ? undefined : this.stoppedBy;
    this.resolve({ outcomes, stoppedBy, inDoubt: this.intents.size, doubt });
  }

  /**
   * Stops the run if all sent requests are answered and the last changes were refused because of the token.
   */
  private stopIfTokenRefused(): void {
    if (!this.refused.isFull() || this.sender.unanswered > 0 || this.stoppedBy instanceof Failure) return;
    this.stopBecause(this.refused.failure());
    this.isAccessRefused = true;
    this.slots.startWaitingCalls();
  }

  private async run(change: Change): Promise<void> {
    this.inFlight += 1;
    this.slots.prepare(change.id);
    try {
      const blocked = blockedBy(change, this.byId, this.outcomes);
      const outcome = await (blocked === undefined
        ? this.sender.send(change, (answered) => this.updateStopConditions(answered))
        : this.outcomeWhenBlocked(change, blocked));
      if (blocked !== undefined) this.updateStopConditions(outcome);
      await this.conclude(change, outcome, blocked === undefined);
    } catch (error) {
      if (error instanceof NotStarted) return;
      const why = stopReasonOf(error);
      if (why !== 'signal' && why.kind === 'unknownOutcome') {
        // An unknown outcome blocks only the changes that depend on it.
        this.doubt = why;
        this.doubtsInARow += 1;
        this.updateStopConditions(undefined);
        // After a signal nothing new starts, so the signal stays the reason.
        if (this.doubtsInARow < MAX_DOUBTS || this.stoppedBy === 'signal') return;
      }
      this.stopBecause(why);
    } finally {
      this.sender.answered(change);
      this.slots.release(change.id);
      this.inFlight -= 1;
      this.pump();
    }
  }

  /**
   * Ends the run if its stop conditions say so. Called as soon as an outcome is known: while it is written to
   * the journal, other changes would make their calls.
   * @param outcome undefined if it stays unknown
   */
  private updateStopConditions(outcome: Outcome | undefined): void {
    this.stoppedBy ??= this.options.stopConditions?.ended(outcome);
  }

  /**
   * Records and reports the outcome of a change. A refusal that may be caused by the token is held until the
   * cause is known.
   * @param madeCall whether a call was made; other outcomes are flushed at once, because their rows occupy
   * the place of rows that could be sent
   */
  private async conclude(change: Change, outcome: Outcome, madeCall: boolean): Promise<void> {
    if (this.refused.isRefusal(change, outcome)) {
      this.sender.answered(change);
      return this.recordHeldFailures(this.refused.hold({ change, outcome }));
    }
    const held = showsAccess(outcome) ? this.refused.takeAll() : [];
    if (held.length > 0) await this.recordHeldFailures(held);
    this.sender.answered(change);
    await this.end(change, outcome, madeCall && this.sender.unanswered > 0);
  }

  /** Records held refusals as failures of their rows. */
  private async recordHeldFailures(held: readonly HeldChange[]): Promise<void> {
    for (const { change, outcome } of held) await this.end(change, outcome, false);
  }

  private async end(change: Change, outcome: Outcome, mayWait: boolean): Promise<void> {
    await this.intents.conclude(change, outcome, mayWait);
    const { onWritten } = this.options;
    if (onWritten !== undefined) await onWritten(change, outcome);
    this.settle(change, outcome);
  }

  /** Ends held changes when nothing is in flight: as failed, or as not applied if the token is refused. */
  private async settleHeldChanges(held: readonly HeldChange[]): Promise<void> {
    this.inFlight += 1;
    try {
      if (!this.isAccessRefused) return await this.recordHeldFailures(held);
      for (const { change } of held) await this.intents.recordNotApplied(change);
    } catch (error) {
      this.stopBecause(stopReasonOf(error));
    } finally {
      this.inFlight -= 1;
      this.pump();
    }
  }

  /** A failure replaces a signal as the reason: it explains why the run stopped. */
  private stopBecause(why: Failure | 'signal'): void {
    if (this.stoppedBy === undefined || this.stoppedBy === 'signal') this.stoppedBy = why;
  }

  /** Returns the outcome of a change whose dependency failed, and restores values given up for it. */
  private async outcomeWhenBlocked(change: Change, blocked: Blocked): Promise<Outcome> {
    const back = restoreAfterFailedSwap(change, this.byId.values(), this.outcomes);
    if (back === undefined) return blocked;
    const { state } = await this.sender.send(back);
    const values = Object.values(state === 'succeeded' ? back.set : back.before).join(', ');
    return {
      ...blocked,
      message: `${blocked.message}; ${state === 'succeeded' ? 'has' : 'still has'} ${values}`,
    };
  }

  private settle(change: Change, outcome: Outcome): void {
    this.doubtsInARow = 0;
    this.outcomes.set(change.id, outcome);
    this.intents.close(change);
    this.options.onOutcome(change, outcome);
    this.queue.ended(change.id);
  }

  private sendContext(): SendContext {
    const { context } = this.options;
    return {
      ...context,
      createdId: (id) => {
        const outcome = this.outcomes.get(id);
        return outcome?.state === 'succeeded' ? outcome.id : '';
      },
      earlierOutcome: (id) => this.options.replayed.repeated.get(id),
      onRefusal: (id, failure) => {
        this.refused.note(id, failure);
        context.onRefusal?.(id, failure);
      },
    };
  }
}

/** Whether a run was stopped between two changes: by a signal, or by its stop conditions. */
function isOrderlyStop(stoppedBy: ApplyResult['stoppedBy']): boolean {
  return stoppedBy === 'signal' || stoppedBy?.kind === 'limit';
}
