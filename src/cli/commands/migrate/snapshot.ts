import { Failure } from '../../../failure/failure.ts';
import { snapshotLines } from '../../../migration/compare/snapshot-file.ts';
import { pluralize } from '../../../output/pluralize.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { findSource, openCopy } from '../../migration/open-copy.ts';
import { withOutput } from '../../printing/with-output.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl migrate snapshot sandbox --out before.ndjson',
      'orgctl migrate snapshot sandbox > before.ndjson',
    ],
    needs: 'a user token with scope admin; 1000 reads a minute',
  });
  return command
    .argument('<source>', 'a profile, a CSV of users, people.csv,groups.csv, or a folder of them')
    .option('--out <file>', 'file to write; --force replaces an existing one (default: stdout)')
    .option('--force', 'replace the file')
    .action(
      act(async (context, word, { out, force }) => {
        const source = await findSource(context, word);
        if (source.kind === 'snapshot') throw new Failure('usage', `${word} is already a snapshot`);
        const { people, groups } = await withOutput(context, { file: out, force }, async (output) => {
          const progress = context.messages.progress();
          const copy = await openCopy(context, source, { name: word }, (noun, read, total) =>
            progress.update(`reading ${noun}: ${read}${total === undefined ? '' : ` of ${total}`}`),
          ).finally(() => progress.stop());
          const taken = new Date(context.host.now()).toISOString();
          for (const line of snapshotLines(copy, { name: word, taken })) await output.write(line);
          return copy;
        });
        await context.messages.note(
          `${pluralize(people.length, 'user')} and ${pluralize(groups.length, 'group')} saved${out === undefined ? '' : ` to ${out}`}`,
        );
      }),
    );
};
