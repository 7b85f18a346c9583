import { inputName } from '../terminal/read-input.ts';
import { shellWord } from '../values/shell-word.ts';

/**
 * Longest text that is kept of a command line, in characters: the first record of a journal is read as one
 * block.
 */
const MOST = 2000;

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return shellWord(word);
}

/** A file as a shell takes it: what a message calls (stdin) is - in a command line. */
export function fileWord(name: string): string {
  return name === inputName('-') ? '-' : quoted(name);
}

const SECRET_NAME = /(?:password|passwd|secret|token|authorization|credential|api[-_]?key)/i;
/** Flags whose names sound like a secret and whose values are none. */
const HARMLESS = /^--token-(?:file|stdin|kind|lifetime)$/;

/**
 * Returns the words of a command line as they may be written down: what could be a secret is left out.
 * @param redact removes the secrets that are known
 */
export function recordedWords(argv: readonly string[], redact: (text: string) => string): string {
  const words: string[] = ['orgctl'];
  let isSecretNext = false;
  for (const word of argv) {
    words.push(isSecretNext && !word.startsWith('--') ? '…' : quoted(withoutSecret(redact(word))));
    isSecretNext = /^--/.test(word) && !word.includes('=') && SECRET_NAME.test(word) && !HARMLESS.test(word);
  }
  const text = words.join(' ');
  return text.length <= MOST ? text : `${text.slice(0, MOST)}…`;
}

/** `--set password=x` and `--password=x` keep the name; a URL keeps no credentials. */
function withoutSecret(word: string): string {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (name !== undefined && value !== undefined && SECRET_NAME.test(name) && !HARMLESS.test(name))
    return `${name}=…`;
  return withoutCredentials(word).replace(SECRET_MEMBER, '$1"…"');
}

/** A string member of JSON whose name sounds like a secret. */
const SECRET_MEMBER =
  /("[^"]*(?:password|passwd|secret|token|authorization|credential|api[-_]?key)[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

function withoutCredentials(text: string): string {
  return text.replace(/(https?:\/\/)[^/@\s]+@/gi, '$1…@');
}

/** Longest text that is kept of what an environment says, in characters. */
const MOST_SAID = 300;

/**
 * Returns what an environment says of itself as it may be written down: no credentials, no known secret, and
 * not endless.
 */
export function recordedText(text: string, redact: (text: string) => string): string {
  const clean = withoutCredentials(redact(text));
  return clean.length <= MOST_SAID ? clean : `${clean.slice(0, MOST_SAID)}…`;
}
