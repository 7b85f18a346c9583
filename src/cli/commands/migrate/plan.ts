import { printPlan } from '../../../bulk/plan/plan-file.ts';
import { writeFileAtomic } from '../../../storage/atomic-file.ts';
import { judgeSavedPlan } from '../../bulk/judge-saved-plan.ts';
import { notePlan } from '../../bulk/note-plan.ts';
import { printPlanned } from '../../bulk/print-changes.ts';
import { rehearsePlan } from '../../bulk/rehearse-plan.ts';
import { stateFlag } from '../../bulk/same-connection.ts';
import type { CommandModule } from '../../command-module.ts';
import { quoted } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { endingIf } from '../../ending.ts';
import { describe } from '../../help-format.ts';
import { makeMove } from '../../migration/make-move.ts';
import { withMoveOptions } from '../../migration/move-options.ts';
import { noteDeferred, noteRemembered } from '../../migration/note-move.ts';
import { openMove } from '../../migration/open-move.ts';
import { checkMoveRejects, writeRejects } from '../../migration/write-rejects.ts';
import { limitFlags, withLimitOptions } from '../../options/bulk-options.ts';
import { withExitCodeOption } from '../../options/exit-code-option.ts';
import { withStateOption } from '../../options/state-option.ts';
import { checkWritable } from '../../printing/check-writable.ts';
import { CHANGE_VIEW } from '../../views/change-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl migrate plan people.csv,groups.csv sandbox --rejects rejects.csv',
      'orgctl migrate plan old new --map ids.csv --domain example.com=example.org --out plan.json',
      'orgctl migrate plan old new --wave 1/5 --where \'department eq "Support"\'',
    ],
    lists: { columns: CHANGE_VIEW.columns },
    needs: 'of each profile a user token with scope admin; one read for each 1000 users',
    documents: ['md'],
  });
  return withExitCodeOption(
    withStateOption(
      withLimitOptions(
        withMoveOptions(
          command
            .argument(
              '<a>',
              'the organization to move: a profile, a snapshot, a CSV of users, people.csv,groups.csv',
            )
            .argument('<b>', 'the profile of the organization to change'),
        ),
      ),
    ),
    'something would change',
  )
    .option('--out <file>', 'save the plan to a file for "migrate apply", for example plan.json')
    .option('--force', 'replace the files')
    .option('--rehearse', 'apply the plan to a sandbox copy of B, and show what the service would refuse')
    .action(
      act(async (context, a, b, { out, force, rehearse, detailedExitcode, ...options }) => {
        const { limits, rest } = limitFlags(options);
        checkWritable(out, force);
        checkMoveRejects(rest.rejects, force === true);
        const open = await openMove(context, [a, b], rest);
        const made = await makeMove(context, [a, b], rest, open);
        const { plan } = made;
        await writeRejects(context, made.rejects, rest.rejects, force === true);
        await printPlanned(context, plan);
        await notePlan(context, plan);
        await noteRemembered(context, made.remembered);
        await noteDeferred(context, made.deferred);
        if (rehearse === true) await rehearsePlan(context, plan, made, []);
        if (out !== undefined) writeFileAtomic(out, printPlan(plan), { secrets: 'refuse', clears: true });
        await judgeSavedPlan(context, made, limits, savedAs(context, out));
        return endingIf(detailedExitcode === true && plan.changes.length > 0, 'pendingChanges');
      }),
    );
};

function savedAs({ host }: Context, out: string | undefined) {
  if (out === undefined) return undefined;
  const apply = (limits: string) => `orgctl migrate apply ${quoted(out)}${limits}${stateFlag(host.argv)}`;
  return { out, apply };
}
