import { readFileSync } from 'node:fs';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { mayBeToken } from '../gate/token-shape.ts';
import { durationInWords } from '../output/duration-words.ts';
import { type StoredToken, tokenFrom } from './profile.ts';

const COMMAND_TIMEOUT = 30_000;

/** Returns the token of a profile: the stored value, or the first line that its command prints. */
export async function readStoredToken(stored: StoredToken): Promise<string> {
  return 'value' in stored ? tokenFrom(stored.value) : tokenFrom(await runTokenCommand(stored.command));
}

/** Returns the token in a file. @throws Failure `usage` when it cannot be read. */
export function readTokenFile(path: string): string {
  try {
    return tokenFrom(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = systemErrorCode(error) ?? 'unknown reason';
    if (mayBeToken(path))
      throw new Failure(
        'usage',
        `--token-file takes the name of a file; a token may have been given (${reason})`,
        {
          hint: 'write the token to a file, or use --token-stdin; if that was a live token, revoke it',
        },
      );
    throw new Failure('usage', `cannot read the token file ${path} (${reason})`);
  }
}

/** What the command says is never shown: it may be the token. */
async function runTokenCommand(command: string): Promise<string> {
  const { exec } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    exec(command, { timeout: COMMAND_TIMEOUT, windowsHide: true }, (error, stdout) => {
      if (error === null) {
        resolve(stdout.split('\n', 1)[0] ?? '');
        return;
      }
      const why =
        error.killed === true
          ? `was stopped after ${durationInWords(COMMAND_TIMEOUT)}`
          : `ended with ${error.code ?? 'a signal'}`;
      reject(
        new Failure('unauthorized', `the token command of the profile ${why}`, {
          hint: 'orgctl profile show',
        }),
      );
    });
  });
}
