import { removeCapabilities } from '../../../profiles/capabilities.ts';
import { storedNames } from '../../../profiles/profile-names.ts';
import { unknownProfileFailure } from '../../../profiles/unknown-profile-failure.ts';
import type { CommandModule } from '../../command-module.ts';
import { forgetNames } from '../../completion/remember-names.ts';
import { describe } from '../../help-format.ts';
import { confirm } from '../../identity/confirm.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl profile remove acme'] });
  return command.argument('<profile>', 'the connection').action(
    act(async (context, name) => {
      const known = storedNames(await context.profiles.read());
      if (!known.includes(name))
        throw unknownProfileFailure({ name, known, hint: 'orgctl profile list', isStored: true });
      await confirm(context, `Remove "${name}" and its tokens?`, { undone: 'nothing was changed' });
      if (context.common.dryRun === true) {
        await context.messages.note(
          `dry run: "${name}" and its tokens would be removed; nothing was changed`,
        );
        return;
      }
      await context.profiles.update((stored) => {
        const { [name]: _, ...others } = stored.profiles;
        const { [name]: __, ...broken } = stored.damaged ?? {};
        const left = { profiles: others, damaged: broken };
        return stored.current === name || stored.current === undefined
          ? left
          : { current: stored.current, ...left };
      });
      removeCapabilities(context.folders.config, name);
      forgetNames(context.folders, name);
      await context.messages.note(
        `removed "${name}"; its tokens are still valid at the service until they are revoked there`,
      );
    }),
  );
};
