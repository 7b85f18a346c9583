import { SANDBOX_PROFILE } from '../../../profiles/profile.ts';
import { profileNamed } from '../../../profiles/profile-named.ts';
import { profileNames } from '../../../profiles/profile-names.ts';
import type { Profiles } from '../../../profiles/read-profiles.ts';
import { unknownProfileFailure } from '../../../profiles/unknown-profile-failure.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl profile use sandbox', 'orgctl profile use acme'] });
  return command.argument('<profile>', 'the connection').action(
    act(async (context, name) => {
      const refuseUnknown = (stored: Profiles) => {
        if (name === SANDBOX_PROFILE.name || profileNamed(stored, name) !== undefined) return;
        throw unknownProfileFailure({ name, known: profileNames(stored), hint: 'orgctl profile list' });
      };
      if (context.common.dryRun === true) {
        refuseUnknown(await context.profiles.read());
        await context.messages.note(`dry run: the default profile would be "${name}"; nothing was changed`);
        return;
      }
      await context.profiles.update((stored) => {
        refuseUnknown(stored);
        return { ...stored, current: name };
      });
      await context.messages.note(`default profile is now "${name}"`);
    }),
  );
};
