import { renameCapabilities } from '../../../profiles/capabilities.ts';
import { defined } from '../../../values/defined.ts';
import type { CommandModule } from '../../command-module.ts';
import { freeName, storedProfile } from '../../connection/stored-profile.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl profile rename acme acme-live'] });
  return command
    .argument('<profile>', 'profile name')
    .argument('<name>', 'new name')
    .action(
      act(async (context, from, to) => {
        const profile = await storedProfile(context, from);
        await freeName(context, to);
        if (context.common.dryRun === true) {
          await context.messages.note(`dry run: "${from}" would be renamed "${to}"; nothing was changed`);
          return;
        }
        await context.profiles.update(({ current, profiles }) => {
          const { [from]: _, ...others } = profiles;
          const chosen = current === from ? to : current;
          return {
            ...defined({ current: chosen }),
            profiles: { ...others, [to]: { ...profile, name: to } },
          };
        });
        renameCapabilities(context.folders.config, from, to);
        await context.messages.note(`renamed "${from}" to "${to}"; its runs keep the name "${from}"`);
      }),
    );
};
