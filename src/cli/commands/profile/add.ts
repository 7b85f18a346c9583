import { asFailure, Failure } from '../../../failure/failure.ts';
import { profileName } from '../../../profiles/profile.ts';
import { profileNamed } from '../../../profiles/profile-named.ts';
import type { CommandModule } from '../../command-module.ts';
import { storeProfile, storeTyped } from '../../connection/store-profile.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { withProfileFlags, withTypedToken } from '../../options/profile-flags.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl profile add acme',
      'orgctl profile add acme --scim-url https://api.example.com --token-stdin < token.txt',
      'orgctl profile add acme --scim-url https://api.example.com --token-command "pass show acme"',
      'orgctl profile add acme --api-url https://example.com/api --token-kind bot --token-file bot.txt',
    ],
    needs:
      'a token with scope admin, of an app that an owner installed on the organization; some methods also accept the token of a user or a bot',
  });
  return withProfileFlags(command.argument('[name]', 'profile name; prompted for on a terminal if omitted'))
    .option('--force', 'update the profile if it exists; settings not given stay unchanged')
    .action(
      act(async (context, given, options, parsed) => {
        const name = given ?? (await askName(context));
        const isStored = profileNamed(await context.profiles.read(), name) !== undefined;
        if (isStored) return storeTyped(context, name, options, parsed);
        await storeProfile(context, name, withTypedToken(options, parsed));
      }),
    );
};

/** @throws Failure `usage` if prompts are not possible */
async function askName({ prompts }: Context): Promise<string> {
  if (!prompts.mayAsk)
    throw new Failure('usage', "missing required argument 'name'", { hint: 'orgctl profile add acme' });
  return prompts.text('Name of the connection:', {
    check: (text) => {
      try {
        profileName(text);
        return undefined;
      } catch (error) {
        return asFailure(error).message;
      }
    },
  });
}
