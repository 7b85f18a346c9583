import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { Interrupted } from '../../../failure/interrupted.ts';
import type { View } from '../../../output/view.ts';
import { customToken, DEMO_TOKENS, SANDBOX_TOKEN, SANDBOX_TOKENS } from '../../../sandbox/demo-tokens.ts';
import { FaultQueue } from '../../../sandbox/faults/fault-queue.ts';
import { isLoopback } from '../../../sandbox/known-callers.ts';
import { type ListeningSandbox, listen } from '../../../sandbox/listen.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { TokenKind } from '../../../spec/protocol-types.ts';
import { defined } from '../../../values/defined.ts';
import type { CommandModule } from '../../command-module.ts';
import { readFaultFile } from '../../connection/read-fault-file.ts';
import { watchSandbox } from '../../connection/watch-sandbox.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { parseAddress, parseDelay, parsePort } from '../../options/parse-values.ts';
import { collectQuirk } from '../../options/quirk-option.ts';
import { openServed, refuseUnusedState, type ServedFlags } from '../../sandbox/open-served.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl sandbox serve --port 8080',
      'orgctl sandbox serve --limits documented --latency 100ms',
      'orgctl sandbox serve --memory --fault faults.yaml',
      'orgctl sandbox serve --memory --quirk totals=page --quirk filterV2=refused',
      'orgctl sandbox serve --memory --record requests.ndjson',
      'orgctl sandbox serve --port 8080 --inspect',
      'orgctl sandbox serve --from problem.ndjson',
      'orgctl sandbox serve --port 8080 --bind 0.0.0.0 --token-file token.txt',
      'orgctl --scim-url http://127.0.0.1:8080 --token-file token.txt scim users list',
    ],
    needs: 'nothing: it listens on this machine alone; --bind needs a token of your own',
  });
  return command
    .option('--port <port>', 'TCP port; 0 chooses a free one', parsePort, 0)
    .option(
      '--bind <address>',
      'listen on this address, for example 0.0.0.0, so that other machines can connect (default: loopback only)',
      parseAddress,
    )
    .option('--latency <duration>', 'latency added to each request', parseDelay, 0)
    .option(
      '--state <file>',
      'keep the organization in this file (default: the one of the profile "sandbox")',
    )
    .option(
      '--from <recording>',
      'serve the organization of a recording from memory, and answer as the recorded service did',
    )
    .option('--memory', 'keep the organization in memory only')
    .option('--limits <quotas>', 'enforce quotas: documented, none, or a file of quotas (default: none)')
    .option(
      '--quirk <name=word>',
      'differ from the documents in one behavior, such as totals=page; may be repeated',
      collectQuirk,
    )
    .option('--fault <file>', 'inject the faults that this YAML or JSON file describes; - is stdin')
    .option('--inspect', 'show live requests on a page at /_inspect')
    .option('--record <file>', 'append every request and response to this file, for "sandbox report"')
    .action(act(serve));
};

interface ServeFlags extends ServedFlags {
  readonly port: number;
  readonly bind?: string | undefined;
  readonly fault?: string | undefined;
  readonly inspect?: true | undefined;
}

/**
 * Serves until a signal.
 * @throws Interrupted
 */
async function serve(context: Context, flags: ServeFlags, command: CommandUnknownOpts): Promise<never> {
  refuseUnusedState(flags, command.getOptionValueSource('state') === 'cli');
  const { port, bind, fault, inspect } = flags;
  // --record is also a common flag, so its value is among the common options.
  const { record } = context.common;
  const { now } = context.host;
  const own = await requiredRemoteToken(context, bind);
  const faults = new FaultQueue();
  if (fault !== undefined) faults.add(await readFaultFile(fault, context.host.streams.stdin));
  const isInspected = inspect === true;
  const watch = watchSandbox({ isInspected, record }, context.host);
  try {
    const sandbox = await openServed(context, flags, watch.audit);
    try {
      if (own !== undefined) withholdDemoTokens(sandbox, own);
      const options = { faults, ...watch.of(sandbox.organization), ...defined({ host: bind }) };
      const server = await listen(sandbox, port, now, options);
      const { userCount } = sandbox.organization;
      await serveUntilStopped(context, server, { users: userCount, isOpen: own !== undefined, isInspected });
    } finally {
      sandbox.close();
    }
    await noteConsumedFaults(context, faults);
  } finally {
    watch.close();
  }
  throw new Interrupted(context.shutdown.cause());
}

async function serveUntilStopped(
  context: Context,
  server: ListeningSandbox,
  served: Omit<Served, 'origin'>,
): Promise<void> {
  const { origin } = server;
  const drain = context.shutdown.drain();
  try {
    await (await context.printer()).one({ origin, ...served }, SERVER_VIEW);
    if (served.isOpen) await warnOfOpenPort(context, origin);
    await context.messages.note('serving until Ctrl-C');
    await untilAborted(context.shutdown.signal);
  } finally {
    await server.close();
    drain.done();
  }
}

async function noteConsumedFaults({ messages }: Context, { tally }: FaultQueue): Promise<void> {
  const { all, consumed } = tally;
  if (all > 0) await messages.note(`${consumed} of ${all} faults were consumed`);
}

async function warnOfOpenPort({ messages }: Context, origin: string): Promise<void> {
  await messages.warn(
    `other machines can connect to ${origin} with the given token; http sends it unencrypted`,
  );
}

/** Waits for the signal, which may have arrived while the address was printed. */
async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

interface Served {
  readonly origin: string;
  readonly users: number;
  /** Whether other machines can connect: then only the given token is accepted, and it is not printed. */
  readonly isOpen: boolean;
  readonly isInspected: boolean;
}

/**
 * Returns the token that every request needs if other machines can connect.
 * @throws Failure `usage` if none was given, or a well-known one
 */
async function requiredRemoteToken(context: Context, bind: string | undefined): Promise<string | undefined> {
  if (bind === undefined || isLoopback(bind)) return undefined;
  const token = await context.givenToken();
  const isWellKnown = DEMO_TOKENS.some((known) => known.token === token);
  if (token !== undefined && !isWellKnown) return token;
  throw new Failure(
    'usage',
    token === undefined
      ? `--bind ${bind} lets other machines connect, and needs a token of your own`
      : `--bind ${bind} needs a token of your own; this one is built in and publicly known`,
    { hint: 'pass --token-file or --token-stdin, or set ORGCTL_TOKEN' },
  );
}

function withholdDemoTokens({ organization }: Sandbox, own: string): void {
  organization.overrideTokens([customToken(own)], new Set(DEMO_TOKENS.map(({ token }) => token)));
}

const SERVER_VIEW: View<Served> = {
  json: ({ origin, users, isOpen, isInspected }) => ({
    scimBaseUrl: origin,
    scimV1Url: scimUrl('v1', origin),
    scimV2Url: scimUrl('v2', origin),
    webApiBaseUrl: `${origin}/api`,
    ...(isInspected ? { inspectUrl: pageOf({ origin, isOpen }) } : {}),
    ...(isOpen ? {} : { token: SANDBOX_TOKEN, tokens: { ...SANDBOX_TOKENS } }),
    users,
  }),
  columns: [
    { name: 'v1', heading: 'SCIM 1.1', importance: 1, value: ({ origin }) => scimUrl('v1', origin) },
    { name: 'v2', heading: 'SCIM 2.0', importance: 1, value: ({ origin }) => scimUrl('v2', origin) },
    { name: 'webApi', heading: 'Web API', importance: 1, value: ({ origin }) => `${origin}/api` },
    {
      name: 'inspect',
      heading: 'Page',
      importance: 1,
      value: (served) => (served.isInspected ? pageOf(served) : undefined),
    },
    {
      name: 'token',
      heading: 'Token',
      importance: 1,
      value: ({ isOpen }) => (isOpen ? 'as given' : SANDBOX_TOKEN),
    },
    { name: 'userToken', heading: 'User token', importance: 2, value: (served) => builtIn(served, 'user') },
    { name: 'botToken', heading: 'Bot token', importance: 2, value: (served) => builtIn(served, 'bot') },
    { name: 'users', heading: 'Users', importance: 2, value: ({ users }) => users },
  ],
};

/**
 * Returns the base URL for clients of one SCIM version: `/Users` is below it. The base URL of a profile
 * covers both versions.
 */
function scimUrl(version: 'v1' | 'v2', origin: string): string {
  return `${origin}/scim/${version}`;
}

/** Returns a built-in token; empty if other machines can connect, because it is not accepted then. */
function builtIn({ isOpen }: Served, kind: TokenKind): string {
  return isOpen ? '' : SANDBOX_TOKENS[kind];
}

/**
 * Returns the URL of the inspection page. The built-in token is in the fragment, which browsers do not send;
 * any other token is typed into the page.
 */
function pageOf({ origin, isOpen }: Pick<Served, 'origin' | 'isOpen'>): string {
  return `${origin}/_inspect${isOpen ? '' : `#token=${SANDBOX_TOKEN}`}`;
}
