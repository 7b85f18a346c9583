import { renameCapabilities } from '../../../profiles/capabilities.ts';
import type { Profiles } from '../../../profiles/read-profiles.ts';
import { defined } from '../../../values/defined.ts';
import type { CommandModule } from '../../command-module.ts';
import { forgetNames } from '../../completion/remember-names.ts';
import { freeName, profileIn } from '../../connection/stored-profile.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl profile rename acme acme-live'] });
  return command
    .argument('<profile>', 'profile name')
    .argument('<name>', 'new name')
    .action(
      act(async (context, from, to) => {
        const renamed = (stored: Profiles) => ({ ...profileIn(stored, from), name: freeName(stored, to) });
        renamed(await context.profiles.read());
        if (context.common.dryRun === true) {
          await context.messages.note(`dry run: "${from}" would be renamed "${to}"; nothing was changed`);
          return;
        }
        await context.profiles.update((stored) => {
          const { [from]: _, ...others } = stored.profiles;
          const chosen = stored.current === from ? to : stored.current;
          return { ...defined({ current: chosen }), profiles: { ...others, [to]: renamed(stored) } };
        });
        renameCapabilities(context.folders.config, from, to);
        forgetNames(context.folders, from);
        await context.messages.note(`renamed "${from}" to "${to}"; its runs keep the name "${from}"`);
      }),
    );
};
