import { inputName } from '../terminal/read-input.ts';
import { shellWord } from '../values/shell-word.ts';

/**
 * Maximum length of a recorded command line, in characters: the first record of a journal is read as one
 * block.
 */
const MAX_LENGTH = 2000;

/** Quotes a word for the shell. */
export function quoted(word: string): string {
  return shellWord(word);
}

/** Quotes a file name for the shell; "(stdin)" in a message is - on a command line. */
export function fileWord(name: string): string {
  return name === inputName('-') ? '-' : quoted(name);
}

const SECRET_NAME = /(?:password|passwd|secret|token|authorization|credential|api[-_]?key)/i;
/** Flags whose names look like a secret but whose values are not. */
const HARMLESS = /^--token-(?:file|stdin|kind|lifetime)$/;

/**
 * Returns a command line for the record, without anything that could be a secret.
 * @param redact removes the known secrets
 */
export function recordedWords(argv: readonly string[], redact: (text: string) => string): string {
  const words: string[] = ['orgctl'];
  let isSecretNext = false;
  for (const word of argv) {
    words.push(isSecretNext && !word.startsWith('--') ? '…' : quoted(withoutSecret(redact(word))));
    isSecretNext = /^--/.test(word) && !word.includes('=') && SECRET_NAME.test(word) && !HARMLESS.test(word);
  }
  const text = words.join(' ');
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}

/** Keeps the name in `--set password=x` and `--password=x`; removes credentials from a URL. */
function withoutSecret(word: string): string {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (name !== undefined && value !== undefined && SECRET_NAME.test(name) && !HARMLESS.test(name))
    return `${name}=…`;
  return withoutCredentials(word).replace(SECRET_MEMBER, '$1"…"');
}

/**
 * A JSON member whose name looks like a secret: its text, or everything after it if its value is not a text
 * that ends before another member.
 */
const SECRET_MEMBER =
  /("[^"]*(?:password|passwd|secret|token|authorization|credential|api[-_]?key)[^"]*"\s*:\s*)(?:"(?:[^"\\]|\\.)*"(?=\s*[,}\]])|[\s\S]*)/gi;

function withoutCredentials(text: string): string {
  return text.replace(/(https?:\/\/)[^/@\s]+@/gi, '$1…@');
}

/** Maximum length of a recorded text from the environment, in characters. */
const MAX_RECORDED_LENGTH = 300;

/** Returns a text from the environment for the record: shortened, without credentials and known secrets. */
export function recordedText(text: string, redact: (text: string) => string): string {
  const clean = withoutCredentials(redact(text));
  return clean.length <= MAX_RECORDED_LENGTH ? clean : `${clean.slice(0, MAX_RECORDED_LENGTH)}…`;
}
