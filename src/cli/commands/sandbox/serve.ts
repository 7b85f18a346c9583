import type { View } from '../../../output/view.ts';
import { demoOrganisation } from '../../../sandbox/demo-organisation.ts';
import { SANDBOX_TOKEN, SANDBOX_TOKENS } from '../../../sandbox/demo-tokens.ts';
import { listen } from '../../../sandbox/listen.ts';
import { openSandbox } from '../../../sandbox/sandbox.ts';
import { Interrupted } from '../../../terminal/interrupted.ts';
import type { CommandModule } from '../../command-module.ts';
import { sandboxFile } from '../../connection/connect.ts';
import { readQuotas } from '../../connection/read-quotas.ts';
import { describe } from '../../help-format.ts';
import { parseDuration, parsePort } from '../../options/parse-values.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl sandbox serve --port 8080',
      'orgctl sandbox serve --limits documented --latency 100ms',
      'orgctl --scim-url http://127.0.0.1:8080 --token-file token.txt scim users list',
    ],
    needs: 'nothing: it listens on this machine alone',
  });
  return command
    .option('--port <port>', 'TCP port; 0 takes a free one', parsePort, 0)
    .option('--latency <duration>', 'time that each request takes', parseDuration, 0)
    .option('--state <file>', 'keep the organization in this file')
    .option('--memory', 'keep nothing')
    .option('--limits <quotas>', 'keep to quotas: documented, none, or a file of quotas')
    .action(
      act(async (context, { port, latency, state, memory, limits }) => {
        const { now } = context.world;
        const stateFile = state ?? sandboxFile(context.folders.state);
        const sandbox = await openSandbox({
          initial: demoOrganisation(),
          now,
          latency,
          ...(memory === true ? {} : { stateFile }),
          ...(limits === undefined ? {} : { limits: await readQuotas(limits, context.world.streams.stdin) }),
        });
        const server = await listen(sandbox, port, now);
        const drain = context.shutdown.drain();
        await (await context.printer()).one(
          { origin: server.origin, users: sandbox.organisation.userCount },
          SERVER_VIEW,
        );
        await context.messages.note('serving until Ctrl-C');
        await new Promise((resolve) =>
          context.shutdown.signal.addEventListener('abort', resolve, { once: true }),
        );
        await server.close();
        sandbox.close();
        drain.done();
        throw new Interrupted(context.shutdown.cause());
      }),
    );
};

interface Served {
  readonly origin: string;
  readonly users: number;
}

const SERVER_VIEW: View<Served> = {
  json: ({ origin, users }) => ({
    scimBaseUrl: origin,
    webApiBaseUrl: `${origin}/api`,
    token: SANDBOX_TOKEN,
    tokens: { ...SANDBOX_TOKENS },
    users,
  }),
  columns: [
    { name: 'v1', heading: 'SCIM 1.1', importance: 1, value: ({ origin }) => `${origin}/scim/v1` },
    { name: 'v2', heading: 'SCIM 2.0', importance: 1, value: ({ origin }) => `${origin}/scim/v2` },
    { name: 'webApi', heading: 'Web API', importance: 1, value: ({ origin }) => `${origin}/api` },
    { name: 'token', heading: 'Token', importance: 1, value: () => SANDBOX_TOKEN },
    { name: 'userToken', heading: 'User token', importance: 2, value: () => SANDBOX_TOKENS.user },
    { name: 'botToken', heading: 'Bot token', importance: 2, value: () => SANDBOX_TOKENS.bot },
    { name: 'users', heading: 'Users', importance: 2, value: ({ users }) => users },
  ],
};
