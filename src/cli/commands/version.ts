import type { CommandModule } from '../command-module.ts';
import { describe } from '../help-format.ts';
import { version } from '../host.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl version'], needs: 'nothing: no token, no network' });
  return command.action(act(async (context) => (await context.printer()).text(`${version}\n`)));
};
