import { basename } from 'node:path';
import { Argument } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import type { CommandModule } from '../command-module.ts';
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion/completion-scripts.ts';
import { describe } from '../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl completion bash > orgctl.bash && source orgctl.bash',
      'orgctl completion zsh > _orgctl',
    ],
    needs: 'nothing: no token, no network',
  });
  const shell = new Argument('[shell]', 'shell of the script (default: $SHELL)').choices(SHELLS);
  return command.addArgument(shell).action(
    act(async (context, given) => {
      const { env, streams } = context.host;
      const own = SHELLS.find((name) => name === basename(env['SHELL'] ?? ''));
      // On a terminal, the install command is more useful than the script.
      if (given === undefined && streams.stdout.isTTY === true) {
        const shown = own === undefined ? SHELLS : [own];
        await (await context.printer()).text(
          shown.map((name) => `# ${name}; run this, then start a new shell:\n${installOf(name)}\n`).join(''),
        );
        return;
      }
      const chosen = given ?? own;
      if (chosen === undefined)
        throw new Failure('usage', `which shell? ${SHELLS.join(', ')}`, { hint: 'orgctl completion bash' });
      await (await context.printer()).text(COMPLETION_SCRIPTS[chosen].text);
      await context.messages.note(`to install it: ${installOf(chosen)}`);
    }),
  );
};

function installOf(shell: Shell): string {
  return COMPLETION_SCRIPTS[shell].install;
}
