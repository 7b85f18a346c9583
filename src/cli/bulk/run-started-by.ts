import { hostname, userInfo } from 'node:os';
import { ciJob, createCiJob, type StartedBy } from '../../bulk/run/started-by.ts';
import { defined } from '../../values/defined.ts';
import { recordedText, recordedWords } from '../command-words.ts';
import type { Context } from '../context.ts';

/**
 * Returns who starts a run, for its first record: OS user, machine, CI job, token and command line, without
 * secrets.
 */
export function runStartedBy({ host, secrets, tokenUsed }: Context): StartedBy {
  const user = userName();
  const job = ciJob(host.env);
  const clean = (text: string | undefined) =>
    text === undefined ? undefined : recordedText(text, secrets.redact);
  const ci =
    job === undefined
      ? undefined
      : createCiJob(clean(job.system) ?? '', clean(job.job), clean(job.url), clean(job.actor));
  const token = tokenUsed();
  return {
    ...defined({ user }),
    host: hostname(),
    ...defined({ ci, token }),
    command: recordedWords(host.argv, secrets.redact),
  };
}

/** Returns the OS user name; undefined in a container without one. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
