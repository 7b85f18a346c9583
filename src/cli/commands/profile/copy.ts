import { copyCapabilities } from '../../../profiles/capabilities.ts';
import type { Profiles } from '../../../profiles/read-profiles.ts';
import type { CommandModule } from '../../command-module.ts';
import { printProfile } from '../../connection/store-profile.ts';
import { freeName, profileIn } from '../../connection/stored-profile.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl profile copy acme acme-careful'] });
  return command
    .argument('<profile>', 'profile name')
    .argument('<name>', 'name of the copy, which gets the same URLs, limits and tokens')
    .action(
      act(async (context, from, to) => {
        const copied = (stored: Profiles) => ({ ...profileIn(stored, from), name: freeName(stored, to) });
        let copy = copied(await context.profiles.read());
        if (context.common.dryRun === true)
          await context.messages.note(`dry run: "${from}" would be copied to "${to}"; nothing was stored`);
        else {
          await context.profiles.update((stored) => {
            copy = copied(stored);
            return { ...stored, profiles: { ...stored.profiles, [to]: copy } };
          });
          copyCapabilities(context.folders.config, from, to);
          await context.messages.note(`copied "${from}" to "${to}"`);
        }
        await printProfile(context, copy, false);
      }),
    );
};
