import { SANDBOX_PROFILE } from '../../../profiles/profile.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { type ListedProfile, PROFILE_VIEW } from '../../views/profile-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl profile list', 'orgctl profile list -o json'],
    lists: { columns: PROFILE_VIEW.columns },
  });
  return command.action(
    act(async (context) => {
      const { current, profiles, damaged = {} } = await context.profiles.read();
      const stored = Object.values(profiles).map(
        (profile): ListedProfile => ({ profile, isCurrent: profile.name === current, isBuiltIn: false }),
      );
      const builtIn = {
        profile: SANDBOX_PROFILE,
        isCurrent: current === SANDBOX_PROFILE.name,
        isBuiltIn: true,
      };
      for (const { failure } of Object.values(damaged)) context.messages.warn(failure.message);
      await (await context.printer()).list([...stored, builtIn], PROFILE_VIEW);
    }),
  );
};
