import type { Change } from '../../bulk/plan/change.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import { changeRefusalText, mayBeAboutForm } from '../../probe/refused-change.ts';
import {
  type AttemptResult,
  usualAnswer,
  type WriteSubject,
  type WriteTry,
  writtenAnswer,
} from '../../probe/write-question.ts';
import type { Capabilities, CapabilityAnswer, CapabilityValue } from '../../profiles/capabilities.ts';
import { findGroup } from '../../scim/find-group.ts';
import { findUser } from '../../scim/find-user.ts';
import { getGroup } from '../../scim/groups.ts';
import type { LearnedTraits } from '../../scim/learned-traits.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { getUser } from '../../scim/users.ts';
import { PROBE_TITLE } from '../../spec/probe-words.ts';
import { SCIM_VERSIONS } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { userId } from '../../values/ids.ts';
import { traitsOf, writesOf } from '../connection/learned-traits.ts';
import type { Context } from '../context.ts';
import type { Intention } from '../writes/intention.ts';
import { performGuarded } from '../writes/perform-writes.ts';
import { exitOfCommand, type Performed } from '../writes/performed.ts';
import { photoDelay, waitForFormerPhoto } from './photo-delay.ts';
import { type PlannedTries, type PlannedTry, planWriteTries, revertIdOf } from './plan-write-tries.ts';
import { putBack, putBackStopped, remainingDifferences } from './put-back.ts';

export interface WriteProbeOptions {
  readonly user: string;
  readonly group?: string | undefined;
  /** The answers found without writing. */
  readonly read: Capabilities;
}

/**
 * Asks the questions that only writes can answer, with one user, and one group that the user joins and
 * leaves. Everything is restored. All changes are journaled, so that `undo` can restore what a killed probe
 * left.
 * @returns undefined after a dry run
 * @throws Failure `limit` for a protected user, `declined`, `usage` for a user with values from an earlier
 * probe, `itemsFailed` if something could not be restored
 */
export async function runWriteProbe(
  context: Context,
  options: WriteProbeOptions,
): Promise<readonly CapabilityAnswer[] | undefined> {
  const { scim: before } = await context.connection();
  // The answers of this probe apply before they are stored: for example, a user cannot be found with a filter
  // that the service refuses.
  const scim: ScimClient = { ...before, ...defined({ learned: learnedFrom(options.read) }) };
  const subject = await readSubject(scim, options);
  refuseLeftovers(subject, options.user);
  const planned = planWriteTries(subject);
  const live = liveAnswers(planned, scim, (milliseconds) => context.host.sleep(milliseconds));
  const asking: ScimClient = { ...scim, learned: live.learned };
  const performed = await performGuarded(context, {
    ...intentionOf(subject, planned.changes),
    question: { ask: 'yes', about: questionOf(subject, planned.changes) },
    scim: asking,
    isAskedAnew: true,
    onWritten: live.onWritten,
  });
  if (performed === undefined) return undefined;
  // A stopped probe, or one with changes in doubt, ends like any run. A failed change is an answer.
  if (performed.result.stoppedBy !== undefined || performed.result.inDoubt > 0) {
    const stands = await restoreAndDescribe(context, asking, subject, performed);
    exitOfCommand({ ...performed, stands }, { named: 1, noun: 'users' }, () => context.shutdown.cause());
  }
  const photo = live.photo();
  if (photo.isLate) {
    const { id, values } = subject.user;
    await waitForFormerPhoto(asking, context.host.sleep, { id, photo: values.photo });
  }
  await putBack(context, asking, subject);
  const seen = await remainingDifferences(asking, subject);
  // A read may return the previous photo although the new one was accepted.
  const left = photo.isNotBack && !seen.includes('photos') ? [...seen, 'photos'] : seen;
  if (left.length > 0)
    throw new Failure('itemsFailed', `could not restore: ${left.join('; ')}`, {
      hint: performed.words(`undo ${performed.run}`),
    });
  await context.messages.note(
    photo.isUnseen
      ? `everything else was restored; the former photo was sent again, but photos update late on this service; check it later; the changes are recorded in run ${performed.run}`
      : `everything was restored; the changes are recorded in run ${performed.run}`,
  );
  return planned.tries.map(live.answer);
}

/**
 * Restores what a stopped probe changed. @returns the state afterwards, for the message about the end of the
 * run
 */
async function restoreAndDescribe(
  context: Context,
  scim: ScimClient,
  subject: WriteSubject,
  { result, run, words, stands }: Performed,
): Promise<string> {
  if (result.stoppedBy === undefined) return stands;
  const left = await putBackStopped(context, scim, subject, words(`undo ${run}`));
  if (result.stoppedBy !== 'signal') await context.messages.note(left);
  return left;
}

async function readSubject(
  scim: ScimClient,
  { user: named, group, read }: WriteProbeOptions,
): Promise<WriteSubject> {
  const user = await getUser(scim, (await findUser(scim, named)).id);
  const found = group === undefined ? undefined : await findGroup(scim, group);
  const answering = read.answers.find(({ id }) => id === 'versions')?.value;
  const versions = SCIM_VERSIONS.filter((one) => typeof answering === 'object' && answering.includes(one));
  return {
    user,
    group: found === undefined ? undefined : await getGroup(scim, found.id),
    dialect: scim.dialect,
    versions,
  };
}

function learnedFrom(read: Capabilities): LearnedTraits | undefined {
  return traitsOf(read, read.scimBaseUrl ?? '');
}

/** @throws Failure `usage` */
function refuseLeftovers({ user }: WriteSubject, named: string): void {
  if (user.values.title !== PROBE_TITLE) return;
  throw new Failure('usage', `${named} has the title "${PROBE_TITLE}": left by an unfinished probe`, {
    hint: 'find its run and undo it: orgctl runs list',
  });
}

function intentionOf({ user, group }: WriteSubject, changes: readonly Change[]): Intention {
  return {
    api: 'scim',
    changes,
    users: [user],
    groups: group === undefined ? [] : [group],
    named: 1,
    noun: 'users',
    shows: undefined,
  };
}

function questionOf({ user, group }: WriteSubject, changes: readonly Change[]): string {
  const who = user.values.userName ?? user.id;
  const where = group === undefined ? '' : ` and the group ${group.displayName}`;
  return `Try ${pluralize(changes.length, 'change')} on ${who}${where}, and restore everything`;
}

/** The result of a try: an answer, or why there is none. */
interface Seen {
  readonly value?: CapabilityValue;
  readonly why?: string;
  readonly status: number;
}

/** Collects answers while the probe runs; later changes already use them. */
function liveAnswers(
  { tries }: PlannedTries,
  scim: ScimClient,
  sleep: (milliseconds: number) => Promise<void>,
) {
  const found = new Map<string, Seen>();
  const photoTry = tries.find(({ question }) => question.id === 'photo-delay')?.change;
  const answerOf = (id: string) => found.get(id)?.value;
  let isPhotoSent = false;
  let isPhotoBack = false;
  return {
    learned: {
      ...(scim.learned ?? { since: '' }),
      /**
       * Photos are always restored: whether a photo in a response is visible at the next read is not known
       * yet.
       */
      get writes() {
        return { ...writesOf(answerOf), photoLags: true as const };
      },
    },
    /** The state of the photo after its try: visible late, never visible, or not restored. */
    photo: () => ({
      isLate: writesOf(answerOf)?.photoLags === true,
      isUnseen: String(answerOf('photo-delay') ?? '').startsWith('not within '),
      isNotBack: isPhotoSent && !isPhotoBack,
    }),
    async onWritten(change: Change, outcome: Outcome, known: Known): Promise<void> {
      if (change.id === photoTry) isPhotoSent = outcome.state === 'succeeded';
      if (change.id === revertIdOf(photoTry)) isPhotoBack = outcome.state === 'succeeded';
      const one = tries.find(({ change: id }) => id === change.id);
      if (one === undefined || 'why' in one.attempt) return;
      const { result, ...seen } = resultOf(change, one.attempt, outcome, known);
      if (result === undefined) found.set(one.question.id, seen);
      else if (one.question.id === 'photo-delay' && 'after' in result && change.kind === 'patchUser') {
        const subject = {
          id: userId(outcome.state === 'succeeded' ? outcome.id : ''),
          photo: change.before.photo,
        };
        found.set(one.question.id, { ...seen, value: await photoDelay(scim, sleep, subject, result.after) });
      } else found.set(one.question.id, { ...seen, value: answerIn(one, one.attempt, result) });
    },
    answer({ question, attempt }: PlannedTry): CapabilityAnswer {
      if ('why' in attempt) return writtenAnswer(question, { notAsked: attempt.why }, []);
      const { value, why = 'its outcome is unknown', status = 0 } = found.get(question.id) ?? {};
      const answer = value === undefined ? { why } : { value };
      const [verb, noun] = attempt.on === 'user' ? [attempt.verb, 'Users'] : ['PATCH', 'Groups'];
      const request = `${verb} /${noun}/… (${attempt.shown})`;
      return writtenAnswer(question, answer, [
        { request, status, saw: value === undefined ? why : String(value) },
      ]);
    },
  };
}

type Known = Pick<Performed, 'answers' | 'refusals'>;

function answerIn({ question }: PlannedTry, attempt: WriteTry, result: AttemptResult): CapabilityValue {
  return question.read?.(result) ?? usualAnswer(attempt, result);
}

function resultOf(
  change: Change,
  attempt: WriteTry,
  outcome: Outcome,
  { answers, refusals }: Known,
): Seen & { readonly result?: AttemptResult } {
  if (outcome.state === 'failed') {
    const { status, code } = refusals.get(change.id) ?? {};
    if (status === undefined) return { why: outcome.message, status: 0 };
    const refusal = changeRefusalText({ status, code });
    return mayBeAboutForm({ status, code })
      ? { result: { refusal }, status }
      : { why: `refused whatever the form: ${refusal}`, status };
  }
  if (outcome.how === 'already') return { why: 'its preconditions could not be set up', status: 0 };
  if (attempt.on === 'group') {
    const isDone = (outcome.notKept ?? []).length === 0;
    return { result: { isMember: isDone === attempt.adds }, status: 200 };
  }
  const answer = answers.get(change.id);
  if (answer === undefined || !('user' in answer) || !('before' in change))
    return { why: 'no answer', status: 200 };
  const before = 'displayName' in change.before ? {} : change.before;
  return { result: { before, after: answer.user.values }, status: 200 };
}
