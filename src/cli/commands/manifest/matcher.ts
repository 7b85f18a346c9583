import { Argument } from '@commander-js/extra-typings';
import { MATCHED_TOOLS, problemMatcher } from '../../../manifest/problem-matcher.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { openOutput } from '../../printing/open-output.ts';

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
      act(async (context, tool, options) => {
        const output = await openOutput(context, options.out, options.force === true);
        await output.write(`${JSON.stringify(problemMatcher(tool), null, 2)}\n`);
        await output.finish();
        if (tool === 'github' && options.out !== undefined)
          await context.messages.note(`in a step of a workflow: echo "::add-matcher::${options.out}"`);
      }),
    );
};
