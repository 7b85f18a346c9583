import { TOKEN_KINDS } from '../../../spec/protocol-types.ts';
import type { CommandModule } from '../../command-module.ts';
import { CHECK_VIEW, type CheckedConnection, checkConnection } from '../../connection/check-connection.ts';
import { givenTokenOwner, type TokenOwner, tokenOwner } from '../../connection/token-owner.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox profile check'],
    lists: { columns: CHECK_VIEW.columns },
    needs: 'the token to check; two SCIM reads, and one Web API call for each token',
  });
  return command.argument('[profile]', 'profile name (default: the current profile)').action(
    act(async (context, name) => {
      const { profile, settings, isSandbox } = await context.resolved(name);
      const checked: Partial<CheckedConnection> = {};
      if (settings.scimBaseUrl !== undefined) {
        const { scim, origin } = await context.connection();
        Object.assign(checked, await checkConnection(scim, origin));
      }
      if (settings.webApiBaseUrl !== undefined) {
        const connection = await context.webApi();
        const tokens: Record<string, TokenOwner> = {};
        // The token given for this run is used instead of all others.
        if ((await context.givenToken()) !== undefined) {
          const { kind, owner } = await givenTokenOwner(connection);
          tokens[kind] = owner;
        } else
          for (const kind of TOKEN_KINDS)
            if (isSandbox || profile.tokens[kind] !== undefined)
              tokens[kind] = await tokenOwner(connection, kind);
        Object.assign(checked, { webApiBaseUrl: settings.webApiBaseUrl.value, tokens });
      }
      await (await context.printer()).one(checked, CHECK_VIEW);
      await context.messages.note('the connection works');
    }),
  );
};
