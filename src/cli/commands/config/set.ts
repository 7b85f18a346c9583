import { Failure } from '../../../failure/failure.ts';
import type { Profiles } from '../../../profiles/read-profiles.ts';
import type { CommandModule } from '../../command-module.ts';
import { PROFILE_SETTINGS, profileSetting, withSetting } from '../../connection/profile-settings.ts';
import { profileIn } from '../../connection/stored-profile.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl config set output json', 'orgctl -p acme config set readOnly true'],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('<setting>', `one of ${PROFILE_SETTINGS.join(', ')}`)
    .argument('<value>', 'new value; for output, "default" restores the default of each command')
    .action(
      act(async (context, word, value) => {
        const setting = profileSetting(word);
        const { profile: chosen, isSandbox } = await context.resolved();
        if (isSandbox)
          throw new Failure('usage', 'the profile "sandbox" is built in: its settings are not stored', {
            hint: `pass a flag, or set ORGCTL_${setting === 'scimVersion' ? 'SCIM_VERSION' : setting.toUpperCase()}`,
          });
        const changed = (stored: Profiles) => withSetting(profileIn(stored, chosen.name), setting, value);
        changed(await context.profiles.read());
        if (context.common.dryRun === true) {
          await context.messages.note(
            `dry run: ${setting} of "${chosen.name}" would be ${value}; nothing was stored`,
          );
          return;
        }
        await context.profiles.update((stored) => ({
          ...stored,
          profiles: { ...stored.profiles, [chosen.name]: changed(stored) },
        }));
        await context.messages.note(`${setting} of "${chosen.name}" is now ${value}`);
      }),
    );
};
