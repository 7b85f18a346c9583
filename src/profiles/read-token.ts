import { readFileSync } from 'node:fs';
import { Failure } from '../failure/failure.ts';
import { fileErrorReason } from '../failure/file-error.ts';
import { MARK } from '../gate/find-pieces.ts';
import { mayBeToken, withoutTokens } from '../gate/token-shape.ts';
import { durationInWords } from '../output/duration-words.ts';
import { forTerminal } from '../output/sanitize.ts';
import { type StoredToken, tokenFrom } from './profile.ts';

const COMMAND_TIMEOUT = 30_000;

/** Returns the token of a profile: the stored value, or the first line that its command prints. */
export async function readStoredToken(stored: StoredToken): Promise<string> {
  return 'value' in stored ? tokenFrom(stored.value) : tokenFrom(await runTokenCommand(stored.command));
}

/** Reads a token from a file. @throws Failure `usage` if it cannot be read */
export function readTokenFile(path: string): string {
  try {
    return tokenFrom(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = fileErrorReason(error);
    if (mayBeToken(path))
      throw new Failure(
        'usage',
        `--token-file takes the name of a file, but the value may be a token (${reason})`,
        {
          hint: 'write the token to a file, or use --token-stdin; if that was a live token, revoke it',
        },
      );
    throw new Failure('usage', `cannot read the token file ${path}: ${reason}`);
  }
}

/** Maximum number of lines and characters shown of the stderr of a failed token command. */
const MAX_LINES = 3;
const MAX_LENGTH = 300;

/**
 * Runs the token command. Its stdout is never shown, as it may contain the token; its stderr explains a
 * failure.
 */
async function runTokenCommand(command: string): Promise<string> {
  const { exec } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const fail = (why: string, stdout: string, stderr: string) =>
      reject(
        new Failure(
          'unauthorized',
          `the token command of the profile ${why}${lastStderrLines(stderr, stdout)}`,
          {
            hint: 'orgctl profile show',
          },
        ),
      );
    exec(command, { timeout: COMMAND_TIMEOUT, windowsHide: true }, (error, stdout, stderr) => {
      if (error !== null)
        return fail(
          error.killed === true
            ? `was stopped after ${durationInWords(COMMAND_TIMEOUT)}`
            : `ended with ${error.code ?? 'a signal'}`,
          stdout,
          stderr,
        );
      const [first = ''] = stdout.split(/\r?\n/, 1);
      return first.trim() === '' ? fail('printed no token', stdout, stderr) : resolve(first);
    });
  });
}

/** Returns the last lines of stderr after a colon, truncated, with everything that may be a token masked. */
function lastStderrLines(stderr: string, stdout: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const printed = stdout.split(/\s+/).filter((word) => word.length >= MIN_SECRET_LENGTH);
  const said = lines
    .slice(-MAX_LINES)
    .map((line) => forTerminal(withoutSecrets(line.trim(), printed)))
    .join('; ');
  if (said === '') return '';
  const characters = [...said];
  return `: ${characters.length > MAX_LENGTH ? `…${characters.slice(-MAX_LENGTH).join('')}` : said}`;
}

const MIN_SECRET_LENGTH = 4;

/** @param printed words of stdout, which stderr may repeat */
function withoutSecrets(line: string, printed: readonly string[]): string {
  let text = withoutTokens(line, MARK);
  for (const word of printed) text = text.replaceAll(word, MARK);
  return text
    .replace(/\b(bearer|basic)\s+\S+/gi, `$1 ${MARK}`)
    .replace(/(:\/\/)[^/@\s]+@/g, `$1${MARK}@`)
    .replace(
      /\b(\w*(?:token|secret|password|passwd|api[-_]?key))(["']?\s*[=:]\s*["']?)[^\s"',;]+/gi,
      `$1$2${MARK}`,
    )
    .replace(/[^\s"'`=:,;()<>[\]]+/g, (word) => (mayBeToken(word) ? MARK : word));
}
