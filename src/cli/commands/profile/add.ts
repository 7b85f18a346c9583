import type { CommandModule } from '../../command-module.ts';
import { storeProfile } from '../../connection/store-profile.ts';
import { describe } from '../../help-format.ts';
import { withProfileFlags } from '../../options/profile-flags.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl profile add acme',
      'orgctl profile add acme --scim-url https://api.example.com --token-stdin < token.txt',
      'orgctl profile add acme --scim-url https://api.example.com --token-command "pass show acme"',
      'orgctl profile add acme --api-url https://example.com/api --token-kind bot --token-file bot.txt',
    ],
    needs:
      'the token of an app that an owner installed on the organization, with scope admin; for single methods also one of a person or a bot',
  });
  return withProfileFlags(command.argument('<name>', 'profile name'))
    .option('--force', 'change a profile of that name; what is not given stays')
    .action(
      act(async (context, name, options, parsed) => {
        const isKindNamed = parsed.getOptionValueSource('tokenKind') !== 'default';
        await storeProfile(context, name, { ...options, isKindNamed });
      }),
    );
};
