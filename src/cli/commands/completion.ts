import { Argument } from '@commander-js/extra-typings';
import type { CommandModule } from '../command-module.ts';
import { COMPLETION_SCRIPTS, SHELLS } from '../completion/completion-scripts.ts';
import { describe } from '../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl completion bash > orgctl.bash && source orgctl.bash',
      'orgctl completion zsh > _orgctl',
    ],
    needs: 'nothing: no token, no network',
  });
  return command.addArgument(new Argument('<shell>', 'whose script is printed').choices(SHELLS)).action(
    act(async (context, shell) => {
      const { text, install } = COMPLETION_SCRIPTS[shell];
      await (await context.printer()).text(text);
      await context.messages.note(`to switch it on: ${install}`);
    }),
  );
};
