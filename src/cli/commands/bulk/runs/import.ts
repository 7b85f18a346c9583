import { readFileSync } from 'node:fs';
import { noteRun } from '../../../../bulk/run/run-index.ts';
import { mayResume, summarizeRun } from '../../../../bulk/run/run-state.ts';
import { readRunRecords } from '../../../../bulk/run/runs.ts';
import { importRun } from '../../../../bulk/run/transfer-run.ts';
import { storageFailure } from '../../../../storage/storage-failure.ts';
import { whereRecordedRunStands } from '../../../bulk/resume-words.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { RUN_VIEW } from '../../../views/run-view.ts';

const STATES = {
  imported: 'imported',
  extended: 'updated with new records',
  unchanged: 'is already up to date',
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
      const { id, plan, state } = importRun(folder, bytesOf(file), file);
      if (state !== 'unchanged') noteRun(folder, 'import', id, context.host.now());
      const summary = summarizeRun(id, plan, readRunRecords(folder, id));
      await (await context.printer()).list([summary], RUN_VIEW);
      await context.messages.note(`run ${id} ${STATES[state]}`);
      if (!mayResume(summary)) return;
      await context.messages.note(whereRecordedRunStands(context, { id, plan }, summary));
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
