import type { CommandModule } from '../../command-module.ts';
import { storeTyped } from '../../connection/store-profile.ts';
import { storedProfile } from '../../connection/stored-profile.ts';
import { describe } from '../../help-format.ts';
import { withProfileFlags } from '../../options/profile-flags.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl profile edit acme --token-stdin < token.txt',
      'orgctl profile edit acme --protect "ceo*,IT" --max-deactivate 5',
      'orgctl profile edit acme --no-read-only',
      'orgctl profile edit acme --scim-url https://api.example.com --token-command "pass show acme"',
    ],
    needs: 'nothing; a new token or URL is tried before it is stored',
  });
  return withProfileFlags(command.argument('<profile>', 'profile name'))
    .option('--no-read-only', 'allow writes over this connection again')
    .action(
      act(async (context, name, options, parsed) => {
        await storedProfile(context, name);
        await storeTyped(context, name, { ...options, force: true }, parsed);
      }),
    );
};
