import { Option } from '@commander-js/extra-typings';
import { protectedNames } from '../../../profiles/effective-safety.ts';
import { TOKEN_KINDS } from '../../../spec/wire.ts';
import type { CommandModule } from '../../command-module.ts';
import { checkNewProfile, readNewProfile } from '../../connection/new-profile.ts';
import { describe } from '../../help-format.ts';
import { withLimitOptions } from '../../options/bulk-options.ts';
import { parseDuration } from '../../options/parse-values.ts';
import { PROFILE_VIEW } from '../../views/profile-view.ts';

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
  return withLimitOptions(
    command
      .argument('<name>', 'profile name')
      .option('--token-command <command>', 'command that prints the token, run when one is needed')
      .option(
        '--token-lifetime <duration>',
        'renew the token of --token-command this long after it was printed, or shortly before',
        parseDuration,
      )
      .addOption(
        new Option('--token-kind <kind>', 'who the token acts for; a profile has one of each kind')
          .choices(TOKEN_KINDS)
          .default('user' as const),
      )
      .option('--read-only', 'refuse every write over this connection')
      .option(
        '--protect <names>',
        'users and groups that no plan may touch: IDs, names or addresses between commas, * for anything',
        (text: string) => protectedNames(text, '--protect'),
      ),
  )
    .option('--no-check', 'store it without testing it')
    .option('--force', 'change a connection of that name; what is not given stays')
    .action(
      act(async (context, name, options, parsed) => {
        const isKindNamed = parsed.getOptionValueSource('tokenKind') !== 'default';
        const profile = await readNewProfile(context, name, { ...options, isKindNamed });
        // Where the token of a replaced connection stays, any that is there will do.
        const kinds = [options.tokenKind, ...TOKEN_KINDS];
        const kind = kinds.find((one) => profile.tokens[one] !== undefined) ?? options.tokenKind;
        const checked = options.check ? await checkNewProfile(context, profile, kind) : profile;
        if (context.common.dryRun === true) {
          await context.messages.note(`dry run: "${name}" would be stored; nothing was stored`);
          await (await context.printer()).one(
            { profile: checked, isCurrent: false, isBuiltIn: false },
            PROFILE_VIEW,
          );
          return;
        }
        await context.profiles.update(({ current, profiles }) => ({
          current: current ?? name,
          profiles: { ...profiles, [name]: checked },
        }));
        const { current } = await context.profiles.read();
        await context.messages.note(`stored in ${context.profiles.path}, file mode 0600`);
        await (await context.printer()).one(
          { profile: checked, isCurrent: current === name, isBuiltIn: false },
          PROFILE_VIEW,
        );
      }),
    );
};
