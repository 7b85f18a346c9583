import { existsSync } from 'node:fs';
import { exportRun } from '../../../../bulk/run/transfer-run.ts';
import { Failure } from '../../../../failure/failure.ts';
import { counted } from '../../../../output/counted.ts';
import { createAtomicFile } from '../../../../storage/atomic-file.ts';
import { runNamed } from '../../../bulk/choose-run.ts';
import { latestOfCommand } from '../../../bulk/latest-of.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { version } from '../../../world.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl runs export latest --out run.ndjson.gz', 'orgctl runs export latest --out run.ndjson'],
    needs: 'nothing: no token, no network; a run that was killed is exported as far as it came',
  });
  const latest = latestOfCommand(command);
  return withStateOption(command.argument('<run>', 'ID of a run, or "latest"'))
    .requiredOption('--out <file>', 'the file to write; compressed where its name ends in .gz')
    .option('--force', 'replace the file')
    .action(
      act(async (context, name, { out, force }) => {
        if (existsSync(out) && force !== true)
          throw new Failure('usage', `${out} exists`, { hint: 'choose another name or add --force' });
        const id = runNamed(context, name, latest);
        const { bytes, records } = exportRun(runsFolder(context), id, {
          tool: version,
          now: context.world.now(),
          isPacked: out.endsWith('.gz'),
        });
        const file = createAtomicFile(out);
        file.write(bytes);
        file.commit();
        await context.messages.note(`run ${id} in ${out}: ${counted(records, 'record')}`);
        await context.messages.note(`on another machine: orgctl runs import ${out}`);
      }),
    );
};
