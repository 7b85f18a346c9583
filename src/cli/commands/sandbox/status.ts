import { existsSync } from 'node:fs';
import { Failure } from '../../../failure/failure.ts';
import { demoOrganization } from '../../../sandbox/demo-organization.ts';
import type { Organization } from '../../../sandbox/organization.ts';
import { openSandbox } from '../../../sandbox/sandbox.ts';
import type { CommandModule } from '../../command-module.ts';
import { sandboxFile } from '../../connection/connect.ts';
import { describe } from '../../help-format.ts';
import type { Printer } from '../../printing/print.ts';
import {
  channelsView,
  type NameOf,
  POLICIES_VIEW,
  permissionsView,
  SANDBOX_TOKENS_VIEW,
  STORED_SESSIONS_VIEW,
} from '../../views/sandbox-records-view.ts';
import { SANDBOX_VIEW } from '../../views/sandbox-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl sandbox status',
      'orgctl sandbox status --channels',
      'orgctl sandbox status --permissions -o json',
      'orgctl sandbox status --tokens --columns token,kind',
    ],
    lists: { columns: SANDBOX_VIEW.columns },
  });
  return command
    .option('--channels', 'list the channels and the read cursors of their members')
    .option('--policies', 'list the users assigned to authentication policies')
    .option(
      '--permissions',
      'list the functions, and the users, workspaces and organizations that may use them',
    )
    .option('--sessions', 'list the stored sessions')
    .option('--tokens', 'list the tokens that the sandbox accepts, and those that it refuses')
    .action(
      act(async (context, options) => {
        const chosen = KINDS.filter((kind) => options[kind] === true);
        const [kind, second] = chosen;
        if (second !== undefined)
          throw new Failure('usage', `--${kind} and --${second} cannot be combined`, {
            hint: `orgctl sandbox status --${kind}`,
          });
        const file = sandboxFile(context.folders.state);
        const sandbox = await openSandbox({
          initial: demoOrganization(),
          now: context.host.now,
          ...(existsSync(file) ? { stateFile: file } : {}),
        });
        try {
          const printer = await context.printer();
          const { organization } = sandbox;
          if (kind === undefined) await printer.one({ file, organization }, SANDBOX_VIEW);
          else await LISTS[kind](organization, printer);
        } finally {
          sandbox.close();
        }
      }),
    );
};

const KINDS = ['channels', 'policies', 'permissions', 'sessions', 'tokens'] as const;

/** Lists of effects that no method returns (WEB §3, §4). */
const LISTS: {
  readonly [Kind in (typeof KINDS)[number]]: (organization: Organization, printer: Printer) => Promise<void>;
} = {
  channels: async (organization, printer) => {
    const { records } = organization;
    const cursors = [...records.of('readCursor').values()].map(({ id, ts }) => {
      const [channel = '', member = ''] = id.split('/');
      return { channel, member, ts };
    });
    const shown = [...records.of('channel').values()].map((channel) => ({
      channel,
      cursors: cursors
        .filter((cursor) => cursor.channel === channel.id)
        .map(({ member, ts }) => ({ member, ts })),
    }));
    await printer.list(shown, channelsView(shownNames(organization, printer)));
  },
  policies: async (organization, printer) => {
    const shown = [...organization.records.of('policyEntity').values()].map((entity) => ({
      entity,
      userName: nameOf(organization, entity.id.slice(entity.id.indexOf('/') + 1)),
    }));
    await printer.list(shown, POLICIES_VIEW);
  },
  permissions: (organization, printer) =>
    printer.list(
      [...organization.records.of('function').values()],
      permissionsView(shownNames(organization, printer)),
    ),
  sessions: async (organization, printer) => {
    const shown = [...organization.records.of('session').values()].map((session) => ({
      id: session.id,
      user: session.userId,
      userName: nameOf(organization, session.userId),
      team: session.teamId,
      os: (session.recent ?? session.created).os,
      isActive: organization.user(session.userId)?.values.active === true,
    }));
    await printer.list(shown, STORED_SESSIONS_VIEW);
  },
  tokens: (organization, printer) => printer.list(organization.settings.tokens, SANDBOX_TOKENS_VIEW),
};

/** Returns how users are shown: names in a table, IDs in other formats. */
function shownNames(organization: Organization, { format }: Printer): NameOf {
  return format === 'table' ? (id) => nameOf(organization, id) || id : (id) => id;
}

function nameOf(organization: Organization, id: string): string {
  return organization.user(id)?.values.userName ?? '';
}
