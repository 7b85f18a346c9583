import { noSuchProfile } from '../../../profiles/no-such-profile.ts';
import { SANDBOX_PROFILE } from '../../../profiles/profile.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl profile use sandbox', 'orgctl profile use acme'] });
  return command.argument('<profile>', 'the connection').action(
    act(async (context, name) => {
      await context.profiles.update((stored) => {
        if (name !== SANDBOX_PROFILE.name && !Object.hasOwn(stored.profiles, name)) {
          throw noSuchProfile(name, 'orgctl profile list');
        }
        return { ...stored, current: name };
      });
      await context.messages.note(`commands without --profile use "${name}" now`);
    }),
  );
};
