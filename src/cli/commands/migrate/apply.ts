import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { readPlan } from '../../../bulk/plan/read-plan.ts';
import { findRun } from '../../../bulk/run/find-runs.ts';
import { runIds } from '../../../bulk/run/run-folders.ts';
import { Failure } from '../../../failure/failure.ts';
import { looksLikeSnapshot } from '../../../migration/compare/snapshot-file.ts';
import { pluralize } from '../../../output/pluralize.ts';
import { SANDBOX_PROFILE } from '../../../profiles/profile.ts';
import { profileNamed } from '../../../profiles/profile-named.ts';
import type { UserValues } from '../../../spec/user-attributes.ts';
import { isInputFolder, readText } from '../../../terminal/read-input.ts';
import { beforeRun } from '../../bulk/before-run.ts';
import { chooseRun, chooseUnfinished, type RunChoice } from '../../bulk/choose-run.ts';
import { endWithoutRun } from '../../bulk/end-without-run.ts';
import { executeRun } from '../../bulk/execute-run.ts';
import { printDryRun } from '../../bulk/print-changes.ts';
import { refuseSources } from '../../bulk/refuse-sources.ts';
import { runWithGuards } from '../../bulk/run-with-guards.ts';
import { runsFolder } from '../../bulk/runs-folder.ts';
import type { CommandModule } from '../../command-module.ts';
import { quoted } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { makeMove } from '../../migration/make-move.ts';
import { type MoveFlags, withMoveOptions } from '../../migration/move-options.ts';
import { noteDeferred } from '../../migration/note-move.ts';
import { type MoveWords, openMove } from '../../migration/open-move.ts';
import { checkMoveRejects, writeRejects } from '../../migration/write-rejects.ts';
import { limitFlags, withLimitOptions } from '../../options/bulk-options.ts';
import { refusePlanningFlags } from '../../options/refuse-planning-flags.ts';
import { type RunOptions, withRunOptions } from '../../options/run-options.ts';
import { checkWritable } from '../../printing/check-writable.ts';
import { resultView } from '../../views/result-view.ts';

/** Maximum size of a plan, in bytes. */
const MAX_PLAN_SIZE = 512 * 1024 * 1024;
/** No value of a move is secret: passwords cannot be read, and photos are URLs. */
const NO_SECRETS: ReadonlyMap<number, UserValues> = new Map();

/** Flags that control planning; a saved plan is applied as it is. */
const PLANNING_FLAGS = [
  'keys',
  'map',
  'domain',
  'userNames',
  'where',
  'except',
  'wave',
  'allGroups',
  'prune',
  'rejects',
] as const satisfies readonly (keyof MoveFlags)[];

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl --yes migrate apply people.csv,groups.csv sandbox --rejects rejects.csv',
      'orgctl migrate apply old new --domain example.com=example.org --wave 1/5',
      'orgctl migrate plan old new --out plan.json && orgctl migrate apply plan.json',
    ],
    lists: { columns: resultView([]).columns },
    needs: 'of each profile a user token with scope admin; 180 creates and 180 changes a minute',
    documents: ['md', 'junit', 'github'],
  });
  return withRunOptions(
    withLimitOptions(
      withMoveOptions(
        command
          .argument('<a>', 'the organization to move, as for "migrate plan", or a saved plan (.json)')
          .argument('[b]', 'the profile of the organization to change'),
      ),
    ),
  ).action(
    act(async (given, a, b, options, command: CommandUnknownOpts) => {
      const context = given.forRun(1);
      const { limits, rest } = limitFlags(options);
      const { canary, stopOn, events, failedOut, force, takeOver, ...flags } = rest;
      if (b === undefined) refusePlanningFlags(command, a, PLANNING_FLAGS, 'migrate plan');
      checkWritable(failedOut, force === true);
      const choice = await beforeRun(context, () =>
        b === undefined
          ? chooseSaved(context, a, limits, { events, failedOut })
          : chooseMove(context, [a, b], flags, force === true),
      );
      if (choice.kind === 'done') return endWithoutRun(context, choice, { failedOut });
      const how = { canary, stopOn, events, failedOut, force, takeOver };
      await runWithGuards(context, choice, limits, {
        options: how,
        preview: () => printDryRun(context, choice.plan),
        run: () => executeRun(context, choice, NO_SECRETS, undefined, how),
      });
    }),
  );
};

/** Resumes an unfinished run of the same move; otherwise plans the current differences. */
async function chooseMove(
  context: Context,
  words: MoveWords,
  flags: MoveFlags,
  force: boolean,
): Promise<RunChoice> {
  const open = await openMove(context, words, flags);
  const { origin } = await context.connection();
  const folder = runsFolder(context);
  const known = runIds(folder);
  const wanted = { origin, source: open.identity, mode: 'upsert' };
  const unfinished = findRun(folder, wanted, 'unfinished');
  const resumed = await chooseUnfinished(context, unfinished, origin);
  if (resumed !== undefined) return resumed;
  checkMoveRejects(flags.rejects, force);
  const { plan, guarded, rejects, deferred } = await makeMove(context, words, flags, open);
  await writeRejects(context, rejects, flags.rejects, force);
  await noteDeferred(context, deferred);
  if (plan.changes.length > 0) return { kind: 'start', plan, guarded, known };
  return { kind: 'done', why: `nothing to do: ${pluralize(plan.unchanged, 'user')} unchanged` };
}

/**
 * Chooses what to do with a saved plan, using the profile that it was made for.
 * @throws Failure `usage` for a file that is not a plan of a move, and for an output that it was made from
 */
async function chooseSaved(
  context: Context,
  file: string,
  limits: Parameters<typeof chooseRun>[2],
  { events, failedOut }: Pick<RunOptions, 'events' | 'failedOut'>,
): Promise<RunChoice> {
  const stored = profileNamed(await context.profiles.read(), file);
  if (stored !== undefined || file === SANDBOX_PROFILE.name) throw withoutTarget(file, 'a profile');
  if (isInputFolder(file)) throw withoutTarget(file, 'a folder');
  const text = await readText(file, context.host.streams.stdin, MAX_PLAN_SIZE);
  if (looksLikeSnapshot(text.slice(0, START))) throw withoutTarget(file, 'a snapshot');
  if (/\.(csv|tsv|ndjson)$/i.test(file) && !/^\s*\{\s*"format"/.test(text))
    throw withoutTarget(file, 'an export');
  const plan = readPlan(text, file);
  if (plan.move === undefined)
    throw new Failure('usage', `${file} is not a plan from "migrate plan"`, {
      hint: `orgctl bulk apply ${quoted(file)}`,
    });
  await refuseSources(context, [plan], { '--failed-out': failedOut, '--events': events });
  await context.resolved(plan.profile);
  return chooseRun(context, { kind: 'plan', file, plan, withheld: NO_SECRETS }, limits);
}

/** Number of characters that are enough to recognize a file. */
const START = 4096;

function withoutTarget(a: string, what: string): Failure {
  return new Failure('usage', `${a} is ${what}, not a plan: the target profile is missing`, {
    hint: `orgctl migrate apply ${quoted(a)} PROFILE`,
  });
}
