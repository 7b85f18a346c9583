import { hostname, userInfo } from 'node:os';
import { ciJob, type StartedBy } from '../../bulk/run/started-by.ts';
import { recordedWords } from '../command-words.ts';
import type { Context } from '../context.ts';

/** Returns who starts a run, for its first record: person, machine, CI job, token and command line, without secrets. */
export function runStartedBy({ world, secrets, tokenUsed }: Context): StartedBy {
  const user = userName();
  const ci = ciJob(world.env);
  const token = tokenUsed();
  return {
    ...(user === undefined ? {} : { user }),
    host: hostname(),
    ...(ci === undefined ? {} : { ci }),
    ...(token === undefined ? {} : { token }),
    command: recordedWords(world.argv, secrets.redact),
  };
}

/** In a container the user may have no name. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
