import type { Failure } from '../../failure/failure.ts';
import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { ApplyOptions } from './apply-options.ts';
import type { CallSlots } from './call-slots.ts';
import { isCertainlyNotDone, NotStarted, stopReasonOf } from './certainly-not-done.ts';
import type { Outcome } from './journal-record.ts';
import type { OpenIntents } from './open-intents.ts';
import { reconcileChange, sendChange } from './send-change.ts';
import type { SendContext } from './send-context.ts';

/** The run whose changes are sent. */
export interface SendingRun {
  readonly options: Pick<ApplyOptions, 'outlast' | 'clock' | 'stop'>;
  readonly context: SendContext;
  readonly intents: OpenIntents;
  readonly slots: CallSlots;
  readonly isStopped: () => boolean;
  readonly stopBecause: (why: Failure | 'signal') => void;
  /** Called when a change must wait for a call slot. */
  readonly onWait: () => void;
  /** Called before a change makes its call, so that the next change can start. */
  readonly onTurn: () => void;
}

/** Sends the changes of a run, each after its intent is in the journal. */
export class ChangeSender {
  private readonly run: SendingRun;
  /** Changes that were sent and have no outcome yet. */
  private readonly sent = new Set<ChangeId>();

  constructor(run: SendingRun) {
    this.run = run;
  }

  /** Number of changes that were sent and have no outcome yet. */
  get unanswered(): number {
    return this.sent.size;
  }

  /** Marks a change as no longer waiting for an answer. */
  answered({ id }: Change): void {
    this.sent.delete(id);
  }

  /**
   * Sends a change and returns its outcome. A change that is in doubt after an outage is looked up when the
   * outage is over, as in a resumed run.
   * @param onAnswer called with the outcome before another change may make its call
   * @throws NotStarted if the run was stopped before the call
   */
  async send(change: Change, onAnswer: (outcome: Outcome) => void = () => {}): Promise<Outcome> {
    const { outlast, clock = () => 0 } = this.run.options;
    const since = clock();
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.attempt(change, onAnswer);
      } catch (error) {
        if (outlast === undefined || this.run.isStopped()) throw error;
        if (!(await outlast(error, { attempts, since }))) throw error;
      }
    }
  }

  private async attempt(change: Change, onAnswer: (outcome: Outcome) => void): Promise<Outcome> {
    const { context, intents, slots } = this.run;
    const earlier = intents.since(change);
    const isStillInDoubt = earlier !== undefined && !isResolvedByLookup(change);
    if (earlier !== undefined && !isStillInDoubt) {
      const settled = await this.call(change, async () => {
        const known = await reconcileChange(change, earlier, context);
        if (known !== undefined) onAnswer(known);
        return known;
      });
      if (settled !== undefined) return settled;
      await intents.recordNotApplied(change);
    }
    // Needed again after a lookup or an outage: the change is in doubt until its call is answered.
    slots.prepare(change.id);
    await intents.begin(change, context.serverNow());
    try {
      return await this.call(change, async () => {
        const outcome = await sendChange(change, context, earlier);
        onAnswer(outcome);
        return outcome;
      });
    } catch (error) {
      if (!isStillInDoubt && isCertainlyNotDone(error)) {
        await intents.recordNotApplied(change);
      }
      throw error;
    } finally {
      slots.release(change.id);
    }
  }

  /**
   * Waits for a call slot, then calls `send`.
   * @throws NotStarted if the run was stopped before the call
   */
  private async call<T>({ id }: Change, send: () => Promise<T>): Promise<T> {
    const { slots, options, isStopped, stopBecause, onTurn } = this.run;
    if (!slots.take()) await this.turnOf(id);
    slots.release(id);
    onTurn();
    try {
      if (isStopped() || options.stop.aborted) throw new NotStarted();
      this.sent.add(id);
      return await send();
    } catch (error) {
      // Immediately: otherwise a change that waits for this slot would make its call.
      if (isCertainlyNotDone(error) && !(error instanceof NotStarted)) stopBecause(stopReasonOf(error));
      throw error;
    } finally {
      slots.leave();
    }
  }

  private turnOf(change: ChangeId): Promise<void> {
    const turn = this.run.slots.acquireSlot();
    this.sent.delete(change);
    this.run.onWait();
    return turn;
  }
}

/** A creation has no ID yet, so it is looked up; updates read the current state before they write anyway. */
function isResolvedByLookup({ kind }: Change): boolean {
  return kind === 'createUser' || kind === 'createGroup';
}
