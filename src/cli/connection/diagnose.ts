import { runIds } from '../../bulk/run/run-folders.ts';
import { mayResume } from '../../bulk/run/run-state.ts';
import { currentSummary } from '../../bulk/run/run-summaries.ts';
import { asFailure, Failure } from '../../failure/failure.ts';
import { proxyUrls } from '../../http/proxy-url.ts';
import { NoResponse } from '../../http/transport.ts';
import { withCommas } from '../../output/pluralize.ts';
import { BASE_URLS, storedBaseUrl } from '../../profiles/base-url.ts';
import type { Profiles } from '../../profiles/read-profiles.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { rerunCommand } from '../bulk/rerun-command.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import type { Context } from '../context.ts';
import { type Environment, version } from '../host.ts';
import { checkProtocol, countUsers } from './check-connection.ts';
import { describeFolder } from './describe-folder.ts';
import { type CheckResult, type Diagnosis, notTried, ok, runCheck, warning } from './diagnosis.ts';
import { proxySettings } from './network-settings.ts';
import { givenTokenOwner, type TokenOwner, tokenOwner } from './token-owner.ts';

/** Maximum clock difference in milliseconds; beyond it, token expiry and times are unreliable. */
const CLOCK_TOLERANCE = 5 * 60 * 1000;
/**
 * Clock difference below which clocks count as equal, in milliseconds: the service reports whole seconds, and
 * the response takes time.
 */
const DATE_RESOLUTION = 2000;

const BEHIND_PROXY = 'no connection through the proxy';

/** Checks everything that a command needs, from this machine to the service, without changing anything. */
export async function* diagnose(context: Context): AsyncGenerator<Diagnosis> {
  const { host, folders } = context;
  yield ok('program', `orgctl ${version} on Node.js ${process.versions.node}, ${process.platform}`);
  yield await runCheck('settings folder', async () => describeFolder(folders.config));
  yield await runCheck('state folder', async () => describeFolder(folders.state));
  yield await runCheck('profiles', async () => {
    const { profiles, current, damaged = {} } = await context.profiles.read();
    refuseDamaged(damaged);
    const names = Object.keys(profiles);
    if (names.length === 0) return 'no stored profiles; "sandbox" is built in';
    return `${names.join(', ')}; default: ${current ?? 'none'}`;
  });
  const service: Diagnosis[] = [];
  for await (const finding of diagnoseService(context)) service.push(finding);
  // The connection shows whether the proxy can be reached, if it is used for the service at all.
  const isProxy = ({ about }: Diagnosis) => about === 'proxy';
  const web: Diagnosis[] = [];
  for await (const finding of diagnoseWebApi(context)) web.push(finding);
  const fault = service.find(isProxy) ?? web.find(({ failure }) => isProxyFault(failure));
  yield fault === undefined
    ? await runCheck('proxy', async () => describeProxy(host.env))
    : { ...fault, about: 'proxy' };
  yield* service.filter((finding) => !isProxy(finding));
  for (const finding of web)
    yield isProxyFault(finding.failure) ? notTried(finding.about, BEHIND_PROXY) : finding;
  yield await runCheck('runs', async () => describeRuns(context));
}

/** @throws Failure of the first damaged profile, which names the others too */
function refuseDamaged(damaged: NonNullable<Profiles['damaged']>): void {
  const [first] = Object.values(damaged);
  if (first === undefined) return;
  const { kind, message, hint } = first.failure;
  const others = Object.keys(damaged).slice(1);
  const more = others.length === 0 ? '' : `; also damaged: ${others.join(', ')}`;
  throw new Failure(kind, `${message}${more}`, defined({ hint }));
}

async function* diagnoseService(context: Context): AsyncGenerator<Diagnosis> {
  const chosen = await runCheck('profile', async () => {
    const { profile, settings, isSandbox } = await context.resolved();
    for (const setting of BASE_URLS) storedBaseUrl(profile, setting);
    return isSandbox
      ? `${profile.name} (built in)`
      : `${profile.name}, ${(settings.scimBaseUrl ?? settings.webApiBaseUrl)?.value ?? 'without a URL'}`;
  });
  yield chosen;
  const rest = ['connection', 'token', 'clock'];
  if (chosen.state === 'problem') {
    yield* rest.map((about) => notTried(about, 'no usable profile'));
    return;
  }
  if (isWebApiOnly(await context.resolved())) {
    // The clock is compared with that of the Web API.
    yield* ['connection', 'token'].map((about) => notTried(about, 'no SCIM base URL'));
    return;
  }
  const reached = await runCheck('connection', async () => {
    const { scim, origin } = await context.connection();
    await checkProtocol(scim, origin);
    return `${origin} speaks SCIM ${scim.dialect.version}`;
  });
  if (reached.failure?.kind === 'unauthorized' && reached.failure.status === undefined) {
    yield notTried('connection', 'no token');
    yield { ...reached, about: 'token' };
    yield notTried('clock', 'the service was not reached');
    return;
  }
  if (isProxyFault(reached.failure)) {
    yield { ...reached, about: 'proxy' };
    yield* rest.map((about) => notTried(about, BEHIND_PROXY));
    return;
  }
  yield reached;
  if (reached.state === 'problem') {
    yield* rest.slice(1).map((about) => notTried(about, 'the service was not reached'));
    return;
  }
  const { scim, serverNow } = await context.connection();
  yield await runCheck('token', async () => {
    const users = await countUsers(scim);
    return `can list users${users === undefined ? '' : ` (${withCommas(users)})`}`;
  });
  yield await runCheck('clock', async () => describeClock(serverNow(), context.host.now()));
}

/** Whether a profile has the base URL of the Web API and none of SCIM. */
function isWebApiOnly({ settings }: Awaited<ReturnType<Context['resolved']>>): boolean {
  return settings.scimBaseUrl === undefined && settings.webApiBaseUrl !== undefined;
}

function describeClock(serverNow: number, now: number): CheckResult {
  const apart = Math.abs(serverNow - now);
  const seconds = Math.round(apart / 1000);
  if (apart > CLOCK_TOLERANCE)
    return warning(`differs from the service by ${seconds} s`, 'set the clock of this machine');
  return apart < DATE_RESOLUTION ? 'in sync with the service' : `differs from the service by ${seconds} s`;
}

function isProxyFault(failure: Failure | undefined): boolean {
  return failure?.cause instanceof NoResponse && failure.cause.isProxyFault;
}

/** Whether the service answered, even if it refused the token: its answer has a code or a status. */
function isAnswered({ state, failure }: Diagnosis): boolean {
  return state === 'ok' || failure?.code !== undefined || failure?.status !== undefined;
}

/** Yields one line for each available token, and without SCIM one for the clock. */
async function* diagnoseWebApi(context: Context): AsyncGenerator<Diagnosis> {
  const resolved = await context.resolved().catch(() => undefined);
  if (resolved?.settings.webApiBaseUrl === undefined) return;
  let isReached = false;
  for await (const finding of diagnoseTokens(context, resolved)) {
    isReached ||= isAnswered(finding);
    yield finding;
  }
  if (!isWebApiOnly(resolved)) return;
  if (!isReached) {
    yield notTried('clock', 'the service was not reached');
    return;
  }
  const { serverNow } = await context.webApi();
  yield await runCheck('clock', async () => describeClock(serverNow(), context.host.now()));
}

/** Yields one line for each token; a token given for this run is used instead of all others. */
async function* diagnoseTokens(
  context: Context,
  resolved: Awaited<ReturnType<Context['resolved']>>,
): AsyncGenerator<Diagnosis> {
  const { profile, isSandbox } = resolved;
  const words = ({ user, team, methods }: TokenOwner) =>
    `${user} in ${team}; can call ${methods.length} methods`;
  if ((await context.givenToken().catch(() => undefined)) !== undefined) {
    yield await runCheck('Web API, given token', async () =>
      words((await givenTokenOwner(await context.webApi())).owner),
    );
    return;
  }
  const stored = TOKEN_KINDS.filter((kind) => isSandbox || profile.tokens[kind] !== undefined);
  // Without SCIM and any token, the failure says how to give one.
  const kinds = stored.length === 0 && isWebApiOnly(resolved) ? (['user'] as const) : stored;
  for (const kind of kinds) {
    yield await runCheck(`Web API, ${kind} token`, async () =>
      words(await tokenOwner(await context.webApi(), kind)),
    );
  }
}

/** Reports runs that can be resumed; only the newest runs are read. */
function describeRuns(context: Context): CheckResult {
  const folder = runsFolder(context);
  const ids = runIds(folder).slice(0, RUNS_LOOKED_AT);
  const waiting = ids.map((id) => currentSummary(folder, id)).filter(mayResume);
  const [newest] = waiting;
  if (newest === undefined) return ids.length === 0 ? 'none yet' : 'no runs to resume';
  const { id, profile, origin } = newest;
  return warning(`${waiting.length} can be resumed`, rerunCommand({ profile, origin }, `bulk resume ${id}`));
}

const RUNS_LOOKED_AT = 20;

/** Names the variables that are set, but not their values, which may contain a password. */
function describeProxy(env: Environment): CheckResult {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].filter(
    (name) => (env[name] ?? env[name.toLowerCase()] ?? '') !== '',
  );
  if (names.length === 0) return 'none';
  try {
    proxyUrls(proxySettings(env));
  } catch (error) {
    const { message, hint = '' } = asFailure(error);
    return warning(message, hint);
  }
  return `from ${names.join(', ')}`;
}
