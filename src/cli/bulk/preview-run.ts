import { finishTime } from '../../bulk/plan/forecast.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { describeForecast } from '../../bulk/report/summary.ts';
import { readOnlyFailure } from '../../http/refuse-writes.ts';
import { pluralize } from '../../output/pluralize.ts';
import { chosenColumns } from '../../output/render.ts';
import { drawTable } from '../../output/table.ts';
import { readOnlySubject } from '../../profiles/effective-safety.ts';
import type { Context } from '../context.ts';
import { confirm, contextForQuestion, willAsk } from '../identity/confirm.ts';
import { changeView } from '../views/change-view.ts';
import { connectionInWords, namesInWords } from '../writes/where-words.ts';
import type { RunChoice } from './choose-run.ts';
import { notePlan } from './note-plan.ts';
import { forecastNow } from './pace-of.ts';
import { countOutcomes, progressAndResumeHint } from './resume-words.ts';

/** Number of changes that are shown before a plan is applied. */
const CHANGES_SHOWN = 20;

/** Shows what will be done and asks for confirmation. */
export async function previewRun(
  context: Context,
  choice: Exclude<RunChoice, { kind: 'done' }>,
): Promise<void> {
  const { profile, safety } = await context.resolved();
  const mayWrite = profile.readOnly !== true || context.common.dryRun === true;
  const isAsked = mayWrite && willAsk(context);
  const shown = contextForQuestion(context, isAsked);
  if (choice.kind === 'start') {
    // With --quiet the plan is rendered only for a question: rendering takes a tenth of the time before the
    // first request of a large run.
    if (context.common.quiet !== true || isAsked) await showPlan(shown, choice.plan);
    if (!mayWrite) throw readOnlyFailure(readOnlySubject(profile, safety));
    const { changes, profile: name, origin } = choice.plan;
    const who = namesInWords([...new Set(changes.map((change) => change.name))]);
    const what = `${pluralize(changes.length, 'change')} (${who})`;
    await confirm(context, `Apply ${what} ${connectionInWords(name, origin)}?`);
    return;
  }
  const { id, plan, replayed } = choice;
  const done = replayed.outcomes.size;
  const inDoubt = replayed.intents.size;
  const doubt = inDoubt === 0 ? '' : `, ${pluralize(inDoubt, 'unknown outcome')} to check first`;
  await shown.messages.note(
    `resuming run ${id}: ${done} of ${pluralize(plan.changes.length, 'change')} done${doubt}`,
  );
  const rest = plan.changes.filter((change) => !replayed.outcomes.has(change.id));
  const forecast = await forecastNow(context, rest, plan.scimVersion);
  const now = context.host.now();
  if (finishTime(now, forecast.seconds) !== undefined)
    await shown.messages.note(describeForecast(forecast, now));
  if (!mayWrite) throw readOnlyFailure(readOnlySubject(profile, safety));
  await confirm(context, `Resume this run ${connectionInWords(plan.profile, plan.origin)}?`, {
    hint: progressAndResumeHint(context, { id, plan }, countOutcomes(plan, replayed.outcomes)),
  });
}

async function showPlan(context: Context, plan: Plan): Promise<void> {
  // The changes are the result of a dry run, which is printed anyway.
  if (context.common.dryRun !== true) await context.messages.block(await drawChanges(context, plan));
  // A saved plan may be applied at a pace other than the one it was made for.
  const forecast = await forecastNow(context, plan.changes, plan.scimVersion);
  await notePlan(context, { ...plan, forecast });
}

async function drawChanges({ messages, host }: Context, plan: Plan): Promise<string> {
  const { changes } = plan;
  let text = '';
  const pieces = drawTable(changes.slice(0, CHANGES_SHOWN), chosenColumns(changeView(plan), {}), {
    palette: messages.palette,
    width: host.streams.stderr.columns,
    hasHeader: true,
  });
  for await (const piece of pieces) text += piece;
  const rest = changes.length - CHANGES_SHOWN;
  return rest > 0 ? `${text}… and ${rest} more\n` : text;
}
