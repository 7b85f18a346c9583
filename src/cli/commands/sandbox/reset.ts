import { lockOrganization } from '../../../bulk/run/run-lock.ts';
import { closeRun, openRunsAt, refuseRunInProgress } from '../../../bulk/run/runs.ts';
import { counted } from '../../../output/counted.ts';
import { SANDBOX_PROFILE } from '../../../profiles/profile.ts';
import { demoOrganization } from '../../../sandbox/demo-organization.ts';
import { resetState } from '../../../sandbox/state-file.ts';
import { runsFolder } from '../../bulk/runs-folder.ts';
import type { CommandModule } from '../../command-module.ts';
import { sandboxFile } from '../../connection/connect.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { askToGoOn } from '../../naming/ask.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl sandbox reset --yes'] });
  return command.action(
    act(async (context) => {
      await askToGoOn(context, 'Throw away everything in the sandbox?');
      if (context.common.dryRun === true) {
        await context.messages.note(
          'dry run: everything in the sandbox would be replaced by the demo organization; nothing was changed',
        );
        return;
      }
      const lock = lockOrganization(context.folders.state, SANDBOX_PROFILE.scimBaseUrl);
      try {
        const folder = runsFolder(context);
        for (const id of openRunsAt(folder, SANDBOX_PROFILE.scimBaseUrl)) refuseRunInProgress(folder, id);
        await resetState(sandboxFile(context.folders.state), demoOrganization());
        await closeRuns(context);
      } finally {
        lock.release();
      }
      await context.messages.note('the sandbox holds the demo organization');
    }),
  );
};

/** The organization that the runs changed is gone: none of them can be resumed or undone. */
async function closeRuns(context: Context): Promise<void> {
  const folder = runsFolder(context);
  const ids = openRunsAt(folder, SANDBOX_PROFILE.scimBaseUrl);
  for (const id of ids) await closeRun(folder, id, 'the sandbox was reset', context.world.now);
  if (ids.length > 0) await context.messages.note(`${counted(ids.length, 'run')} closed`);
}
