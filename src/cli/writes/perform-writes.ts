import type { Change } from '../../bulk/plan/change.ts';
import { CONSEQUENCES, type Consequence } from '../../bulk/plan/consequences.ts';
import { forecastOf } from '../../bulk/plan/forecast.ts';
import { checkGuards } from '../../bulk/plan/guards.ts';
import { identitiesByName, identitiesOf } from '../../bulk/plan/people.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { snapshotOf } from '../../bulk/plan/snapshot.ts';
import { resultsOf } from '../../bulk/report/summary.ts';
import { readOnlyFailure } from '../../http/refuse-writes.ts';
import { readOnlySubject } from '../../profiles/effective-safety.ts';
import { PLAN_LIMIT_NAMES } from '../../profiles/plan-limits.ts';
import { refuseExpiration, refuseExpiredGuest } from '../../scim/refuse-expired-guest.ts';
import { limitsFor, noteUndo } from '../bulk/note-undo.ts';
import type { Context } from '../context.ts';
import { contextForQuestion } from '../identity/confirm.ts';
import { limitsOf } from '../options/limits-of.ts';
import { warnOfOwnManagers } from '../people/own-managers.ts';
import { warnOfOwnUser } from '../people/own-user.ts';
import { timeZonesOf, warnOfTimeZones } from '../people/warn-of-time-zones.ts';
import { commandInWords } from './command-words.ts';
import { confirmWrites, willAskFor } from './confirm-writes.ts';
import { describeFailures } from './describe-failures.ts';
import type { Intention } from './intention.ts';
import { changesDigest } from './interrupted-commands.ts';
import { guardInputFor } from './judge-writes.ts';
import { withRefusedMembers } from './name-refused-members.ts';
import { exitOfCommand, failuresOf, type Performed } from './performed.ts';
import { runWrites } from './run-writes.ts';
import { openSender, type Sender } from './sender.ts';
import { namesInWords } from './where-words.ts';

/**
 * Performs all writes of a single command: guards, dry run, confirmation, journal, requests, comparison,
 * record.
 * @param report prints the result; called before failed changes end the command
 * @param noteMore prints notes after the command that undoes the changes
 * @throws Failure `invalidInput` for a guest with a past expiration, `limit` if a guard refuses, `declined`,
 * and what `exitOfCommand` throws
 */
export async function performWrites(
  context: Context,
  intention: Intention,
  report: (performed: Performed) => Promise<void>,
  noteMore: (performed: Performed) => Promise<void> = async () => {},
): Promise<void> {
  const ran = await performGuarded(context, intention);
  if (ran === undefined) return;
  const performed = await withRefusedMembers(context, ran);
  await warnOfRecovered(context, performed);
  await report(performed);
  await noteUndoHint(context, performed, intention);
  await noteMore(performed);
  if (intention.named > 1) await describeFailures(context, performed);
  exitOfCommand(performed, intention, () => context.shutdown.cause());
}

/** Prints the command that undoes the changes, unless the failure of the command names it. */
async function noteUndoHint(context: Context, performed: Performed, { named }: Intention): Promise<void> {
  if (named === 1 && failuresOf(performed).length > 0) return;
  const { changes, result, run, words, limits, activeUsers } = performed;
  const results = resultsOf(changes, result.outcomes);
  const command = `${words(`undo ${run}`)}${limitsFor(results, limits, activeUsers)}`;
  await noteUndo(context, results, command, result.stoppedBy);
}

/**
 * Makes changes like `performWrites`, for a command that evaluates the outcomes itself.
 * @returns the result; undefined after a dry run
 */
export async function performGuarded(context: Context, intention: Intention): Promise<Performed | undefined> {
  if (context.common.dryRun !== true && intention.shows !== undefined)
    await (await context.printer()).check(intention.shows);
  const sender = await openSender(context, intention.api);
  refuseExpiredGuests(intention.changes, context.host.now());
  const plan = await planOf(context, intention, sender);
  const limits = await limitsOf(context, intention.limits ?? {});
  const flags = PLAN_LIMIT_NAMES.filter((name) => name in (intention.limits ?? {}));
  const judge = async () => {
    const guarded = await guardInputFor(context, intention, limits);
    checkGuards(plan, limits, guarded, flags);
    return guarded.counts;
  };
  const { profile, safety } = await context.resolved();
  const refuseReadOnly = () => {
    if (profile.readOnly === true) throw readOnlyFailure(readOnlySubject(profile, safety));
  };
  if (context.common.dryRun === true) {
    await warnOfOwnManagers(context, intention.changes);
    await warnOfOwnUser(context, intention.changes);
    await noteConsequences(context, intention.changes);
    await warnOfTimeZones(context, timeZonesOf(intention.changes));
    const { showDryRun } = await import('./dry-run.ts');
    await showDryRun(context, plan, sender, intention);
    await judge();
    refuseReadOnly();
    return undefined;
  }
  refuseReadOnly();
  const { activeUsers } = await judge();
  await intention.refuse?.();
  await warnOfOwnManagers(context, intention.changes);
  await warnOfOwnUser(context, intention.changes);
  const isAsked = willAskFor(context, intention.question);
  await noteConsequences(contextForQuestion(context, isAsked), intention.changes);
  await warnOfTimeZones(context, timeZonesOf(intention.changes));
  const wasAsked = await confirmWrites(context, intention.question, plan);
  const ran = await runWrites(context, plan, sender, wasAsked ? { ...intention, users: [] } : intention);
  return { ...ran, activeUsers };
}

/** Refuses past expirations before any prompt; the SCIM client would refuse them only when sending. */
function refuseExpiredGuests(changes: readonly Change[], now: number): void {
  for (const change of changes) {
    if (change.kind === 'createUser') refuseExpiration(change.user.guestExpiration, now);
    else if ('set' in change) refuseExpiration(change.set.guestExpiration, now);
    const bodies = 'bodies' in change ? change.bodies : 'body' in change ? [change.body] : [];
    for (const body of bodies) if (body !== undefined) refuseExpiredGuest(body, now);
  }
}

/**
 * Notes side effects, and changes that cannot be undone, before anything is sent; one note for each
 * consequence.
 */
async function noteConsequences({ messages }: Context, changes: readonly Change[]): Promise<void> {
  const names = new Map<Consequence, Set<string>>();
  for (const { name, implies = [] } of changes)
    for (const consequence of implies)
      names.set(consequence, (names.get(consequence) ?? new Set()).add(name));
  for (const [consequence, who] of names)
    await messages.note(`${namesInWords([...who])}: ${CONSEQUENCES[consequence]}`);
}

async function planOf(context: Context, intention: Intention, sender: Sender): Promise<Plan> {
  const { changes, named, users = [], others = [] } = intention;
  const { profile } = await context.resolved();
  const digest = changesDigest(changes);
  return {
    format: 'orgctl-plan',
    version: 1,
    created: new Date(context.host.now()).toISOString(),
    profile: profile.name,
    origin: sender.origin,
    scimVersion: sender.scim.dialect.version,
    mode: 'single',
    source: { file: commandInWords(context), digest, rows: named },
    activeUsers: 0,
    unchanged: 0,
    forecast: forecastOf(changes, sender.scim.dialect.version),
    people: { ...identitiesByName(changes), ...identitiesOf(changes, snapshotOf([...others, ...users])) },
    changes,
  };
}

async function warnOfRecovered({ messages }: Context, { changes, result }: Performed): Promise<void> {
  for (const change of changes) {
    const outcome = result.outcomes.get(change.id);
    if (outcome?.state === 'succeeded' && outcome.how === 'adopted')
      await messages.warn(`no usable response; checked: ${outcome.name || change.name} is as requested`);
  }
}
