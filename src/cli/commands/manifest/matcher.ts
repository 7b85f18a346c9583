import { Argument } from '@commander-js/extra-typings';
import { MATCHED_TOOLS, problemMatcher } from '../../../manifest/problem-matcher.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { withOutput } from '../../printing/with-output.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest matcher github --out orgctl-matcher.json',
      'orgctl manifest matcher vscode --out tasks.json',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .addArgument(
      new Argument('<tool>', 'tool that shows the findings, github or vscode').choices(MATCHED_TOOLS),
    )
    .option('--out <file>', 'write to a file instead of stdout')
    .option('--force', 'replace an existing file')
    .action(
      act(async (context, tool, { out, force }) => {
        const text = `${JSON.stringify(problemMatcher(tool), null, 2)}\n`;
        await withOutput(context, { file: out, force }, (output) => output.write(text));
        if (tool === 'github' && out !== undefined)
          await context.messages.note(`in a step of a workflow: echo "::add-matcher::${out}"`);
      }),
    );
};
