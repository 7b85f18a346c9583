import { readFileSync } from 'node:fs';
import { appendRunEvent } from '../../../../bulk/run/run-index.ts';
import { mayResume, summarizeRun } from '../../../../bulk/run/run-state.ts';
import { readRunRecords } from '../../../../bulk/run/runs.ts';
import { importRun, readExportedRun } from '../../../../bulk/run/transfer-run.ts';
import { storageFailure } from '../../../../storage/storage-failure.ts';
import { recordedRunHint } from '../../../bulk/resume-words.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { RUN_VIEW } from '../../../views/run-view.ts';

const STATES = {
  imported: ['imported', 'would be imported'],
  extended: ['updated with new records', 'would be updated with new records'],
  unchanged: ['is already up to date', 'is already up to date'],
} as const;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl runs import run.ndjson.gz'],
    needs: 'nothing: no token, no network; the file comes from "orgctl runs export"',
    lists: { columns: RUN_VIEW.columns },
  });
  return withStateOption(command.argument('<file>', 'file from "orgctl runs export"')).action(
    act(async (context, file) => {
      const folder = runsFolder(context);
      const isDry = context.common.dryRun === true;
      const bytes = bytesOf(file);
      const { id, plan, state } = importRun(folder, bytes, file, isDry);
      if (state !== 'unchanged' && !isDry) appendRunEvent(folder, 'import', id, context.host.now());
      const isStored = state === 'unchanged' || !isDry;
      const records = isStored ? readRunRecords(folder, id) : readExportedRun(bytes, file).records;
      const summary = summarizeRun(id, plan, records);
      await (await context.printer()).list([summary], RUN_VIEW);
      const [done, planned] = STATES[state];
      await context.messages.note(`run ${id} ${isDry ? planned : done}`);
      if (!isStored || !mayResume(summary)) return;
      await context.messages.note(recordedRunHint(context, { id, plan }, summary));
    }),
  );
};

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw storageFailure('read', file, error);
  }
}
