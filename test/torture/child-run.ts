import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { TOKENS } from '../support/organization-world.ts';
import { BIN } from '../support/real-bin.ts';
import type { AuditedService } from './audited-service.ts';
import type { Act, Moment } from './moments.ts';

/** The result of one start of the program. */
export interface Ended {
  /** Undefined if it was killed. */
  readonly exit: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Writes that reached the service after the first signal; undefined without a signal. */
  readonly writesAfterSignal: number | undefined;
  /** Time from the last signal to the end. */
  readonly millisecondsToEnd: number | undefined;
}

const ACT_AT = resolve('test/torture/act-at.cjs');

/** Starts the built program on a service, with an optional action at a named moment. */
export async function startChild(
  home: string,
  service: AuditedService,
  words: readonly string[],
  { moment, act = 'SIGKILL', preload = ACT_AT, env = {}, onWrite = async () => {} }: VictimOptions = {},
): Promise<Ended> {
  const isInside = moment !== undefined && moment.name !== 'random' && !moment.name.startsWith('service.');
  const marks = join(home, 'marks.ndjson');
  rmSync(marks, { force: true });
  const child = execa(process.execPath, ['--require', preload, BIN, ...words], {
    reject: false,
    cwd: home,
    extendEnv: false,
    env: {
      ...childEnvironment(home, service.origin),
      ORGCTL_MARKS: marks,
      ...(isInside ? { ORGCTL_AT: `${moment.name}:${moment.nth}:${act}` } : {}),
      ...env,
    },
  });
  let writes = 0;
  const arrivals: number[] = [];
  service.onWrite = async (when, write) => {
    if (when === 'before') arrivals.push(Date.now());
    await onWrite(when, write);
    if (moment === undefined || moment.name === 'random' || moment.name !== `service.${when}-write`) return;
    writes += 1;
    if (writes !== moment.nth) return;
    await deliver(child, act);
  };
  const timer = moment?.name === 'random' ? setTimeout(() => child.kill('SIGKILL'), moment.after) : undefined;
  const { signal, exitCode, stdout, stderr } = await child;
  const endedAt = Date.now();
  clearTimeout(timer);
  service.onWrite = async () => {};
  // Wait until requests that already reached the service are applied.
  await new Promise((done) => setTimeout(done, 5));
  const marked = marksIn(marks);
  const [first] = marked;
  return {
    exit: signal === 'SIGKILL' ? undefined : exitCode,
    stdout,
    stderr,
    writesAfterSignal: first === undefined ? undefined : arrivals.filter((at) => at > first.at).length,
    millisecondsToEnd: marked.length === 0 ? undefined : endedAt - (marked.at(-1)?.at ?? endedAt),
  };
}

interface VictimOptions {
  readonly moment?: Moment | undefined;
  readonly act?: Act;
  readonly preload?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onWrite?: AuditedService['onWrite'];
}

/** The connection is in variables, so that the command line is what a user types. */
export function childEnvironment(home: string, origin: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    ORGCTL_HOME: home,
    ORGCTL_TOKEN: TOKENS.primaryOwner,
    ORGCTL_SCIM_URL: origin,
  };
}

/** Sends a signal from outside while the service processes a write. */
async function deliver(child: Child, act: Act): Promise<void> {
  switch (act) {
    case 'SIGKILL':
      child.kill(act);
      // The write is then either refused because the connection is closed, or applied.
      await child;
      return;
    case 'SIGINT2':
      child.kill('SIGINT');
      await new Promise((done) => setTimeout(done, 20));
      child.kill('SIGINT');
      await child;
      return;
    case 'SIGSTOP':
      child.kill(act);
      setTimeout(() => child.kill('SIGCONT'), 100);
      return;
    case 'SIGTERM':
    case 'SIGINT':
      child.kill(act);
      return;
    default:
      throw new Error(`${act} does not come from outside`);
  }
}

function marksIn(path: string): readonly { readonly at: number }[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The used part of a child process. */
interface Child extends PromiseLike<unknown> {
  kill(signal: NodeJS.Signals): boolean;
}
