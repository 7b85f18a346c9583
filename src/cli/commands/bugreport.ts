import { withCommas } from '../../output/pluralize.ts';
import { readRecording } from '../../recording/read-recording.ts';
import { readText } from '../../terminal/read-input.ts';
import { collectFacts } from '../bugreport/collect-facts.ts';
import { reportPage, reportSections } from '../bugreport/report-page.ts';
import type { CommandModule } from '../command-module.ts';
import { describe } from '../help-format.ts';
import { confirm } from '../identity/confirm.ts';
import { checkWritable } from '../printing/check-writable.ts';
import { withOutput } from '../printing/with-output.ts';

const MAX_RECORDING_SIZE = 512 * 1024 * 1024;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox bugreport',
      'orgctl -p sandbox bugreport --out report.md --yes',
      'orgctl -p sandbox bugreport --recording problem.ndjson --out report.md --yes',
    ],
    needs: 'nothing; with a profile what doctor needs',
  });
  return command
    .option('--out <file>', 'file to write; --force replaces an existing one (default: stdout)')
    .option('--force', 'replace the file')
    .option('--recording <file>', 'attach a recording made with --record')
    .action(
      act(async (context, { out, force, recording }) => {
        // The report takes a while, and is shown before the question.
        checkWritable(out, force);
        const attached =
          recording === undefined
            ? undefined
            : await readText(recording, context.host.streams.stdin, MAX_RECORDING_SIZE);
        if (recording !== undefined && attached !== undefined) readRecording(attached, recording);
        const sections = reportSections(await collectFacts(context), attached);
        const page = reportPage(sections);
        if (context.common.dryRun === true || out !== undefined) {
          const shown =
            attached === undefined ? page : page.replace(attached.trimEnd(), () => linesIn(attached));
          // The page to be confirmed is shown even with --quiet.
          if (context.common.yes === true) await context.messages.block(shown);
          else await context.messages.end(shown);
        }
        if (context.common.dryRun === true) {
          await context.messages.note('dry run: no report was written');
          return;
        }
        if (out !== undefined)
          await confirm(context, `Write this report to ${out}?`, { undone: 'nothing was changed' });
        await withOutput(context, { file: out, force }, (output) => output.write(page));
        if (out !== undefined)
          await context.messages.end(
            `wrote ${out}: ${sections.map(({ title }) => title.toLowerCase()).join(', ')}`,
          );
      }),
    );
};

function linesIn(recording: string): string {
  const { length } = recording.trimEnd().split('\n');
  return `(${withCommas(length)} lines of the recording)`;
}
