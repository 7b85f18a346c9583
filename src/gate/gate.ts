import { type ByteRange, createPieceHider, MARK, marked, type PieceHider } from './find-pieces.ts';
import { formsOf } from './secret-forms.ts';
import { withoutTokens } from './token-shape.ts';
import { unescaped } from './unescaped.ts';

/**
 * All output of the program passes here: to streams and to files. Secrets are registered per process, so
 * sinks need no reference to them, and no sink can bypass redaction.
 */

/** The secrets of one run, which are redacted until it ends. */
export interface Secrets {
  /** Registers a secret. */
  add(secret: string): void;
  /** Redacts secrets and fragments of them in a message. */
  redact(text: string): string;
  /** Ends the run: its secrets are forgotten unless another run has registered them as well. */
  forget(): void;
}

/** Kind of output: `words` are messages, `data` are results and files that other programs process. */
export type OutputKind = 'words' | 'data';

/**
 * Minimum bytes of a fragment of a secret that is redacted on its own. An error of a library may quote a few
 * characters around a fault, so messages redact fragments of 8 bytes. In data such a short fragment may be an
 * ordinary word ("producti" of a token), and redacting it would change what is imported later, so data
 * redacts fragments of 16 bytes, or the whole secret.
 */
const FRAGMENT: { readonly [What in OutputKind]: number } = { words: 8, data: 16 };

/** Minimum bytes of a secret; redacting a shorter one would only damage ordinary text. */
const MIN_LENGTHS: { readonly [What in OutputKind]: number } = { words: 4, data: 8 };

const known = new Map<string, number>();
/** Redactors of all known secrets. Created on first use, because most runs write either words or data. */
const hiders = new Map<OutputKind, Pick<PieceHider, 'hide'>>();

/** Starts a run without secrets. */
export function openSecrets(): Secrets {
  const own = new Set<string>();
  return {
    add(secret) {
      if (own.has(secret)) return;
      own.add(secret);
      known.set(secret, (known.get(secret) ?? 0) + 1);
      hiders.clear();
    },
    redact: (text) => redactOutputText(text, 'words'),
    forget() {
      for (const secret of own) {
        const others = (known.get(secret) ?? 1) - 1;
        if (others === 0) known.delete(secret);
        else known.set(secret, others);
      }
      own.clear();
      hiders.clear();
    },
  };
}

/**
 * Returns the content for output, redacted if it contains a secret. In messages everything that looks like a
 * token is redacted too; in data that would change values of users.
 */
export function redactOutput(content: string | Uint8Array, what: OutputKind): string | Uint8Array {
  const safe = withoutKnown(content, what);
  if (what === 'data') return safe;
  const text = typeof safe === 'string' ? safe : Buffer.from(safe).toString();
  const shapeless = withoutTokens(text, MARK);
  return shapeless === text ? safe : shapeless;
}

function withoutKnown(content: string | Uint8Array, what: OutputKind): string | Uint8Array {
  if (known.size === 0) return content;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const safe = hiderOfAll(what).hide(bytes);
  return safe === bytes ? content : safe;
}

/** Like `redactOutput`, for text. */
export function redactOutputText(text: string, what: OutputKind): string {
  const safe = redactOutput(text, what);
  return typeof safe === 'string' ? safe : Buffer.from(safe).toString();
}

/** Returns a redactor of the given secrets, such as those of one request. */
export function hiderOf(secrets: Iterable<string>, what: OutputKind): PieceHider {
  return hiderOfForms(
    [...secrets].flatMap(formsOf).map((form) => Buffer.from(form)),
    what,
  );
}

function hiderOfForms(forms: readonly Uint8Array[], what: OutputKind): PieceHider {
  const pieces = forms
    .filter((form) => form.length >= MIN_LENGTHS[what])
    .flatMap((form) => fragmentsOf(form, FRAGMENT[what]));
  return createPieceHider(pieces);
}

/** Maximum bytes to unescape: an error response is shorter, and a list is not searched twice. */
const MAX_ESCAPED_SIZE = 64 * 1024;

/**
 * Like hiderOf, and also finds secrets with characters escaped in any way: by backslashes, as character
 * codes, for URLs or for HTML, also nested. Services repeat secrets in JSON in a URL and the like.
 */
export function hiderThroughEscapes(secrets: Iterable<string>, what: OutputKind): Pick<PieceHider, 'hide'> {
  const all = [...secrets];
  const plain = hiderOf(all, what);
  let made: PieceHider | undefined;
  // Created on first use, because responses rarely contain escapes.
  const bare = () => {
    made ??= hiderOfForms(
      all.flatMap(formsOf).map((form) => unescaped(Buffer.from(form))?.bytes ?? Buffer.from(form)),
      what,
    );
    return made;
  };
  return {
    hide(bytes) {
      const read = bytes.length > MAX_ESCAPED_SIZE ? undefined : unescaped(bytes);
      const found = (read === undefined ? [] : bare().find(read.bytes)).map(
        ([start, end]): ByteRange => [
          withBackslashes(bytes, read?.starts[start] ?? 0),
          read?.ends[end - 1] ?? 0,
        ],
      );
      return plain.hide(marked(bytes, mergeRanges(found)));
    },
  };
}

/**
 * Returns the start of the backslashes before a character. A remaining backslash would escape the mark, which
 * is an invalid escape in JSON.
 */
function withBackslashes(bytes: Uint8Array, character: number): number {
  let start = character;
  while (bytes[start - 1] === BACKSLASH) start -= 1;
  return start;
}

const BACKSLASH = 0x5c;

/**
 * Merges overlapping ranges.
 * @param places sorted by start
 */
function mergeRanges(places: readonly ByteRange[]): readonly ByteRange[] {
  const joined: [start: number, end: number][] = [];
  for (const [start, end] of places) {
    const before = joined.at(-1);
    if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

function hiderOfAll(what: OutputKind): Pick<PieceHider, 'hide'> {
  const made =
    hiders.get(what) ??
    (what === 'words' ? hiderThroughEscapes(known.keys(), what) : hiderOf(known.keys(), what));
  hiders.set(what, made);
  return made;
}

/** Maximum number of pieces per form. A token has about a hundred bytes, but a secret may be a whole file. */
const MAX_PIECES = 4096;

/**
 * Returns every piece of the length that starts at a character boundary; the form itself if it is not longer.
 * For a very long form, returns longer pieces that overlap by half: the whole form is redacted, and a part of
 * it except for its ends.
 */
function fragmentsOf(form: Uint8Array, shortest: number): readonly Uint8Array[] {
  if (form.length <= shortest) return [form];
  const step = Math.ceil(form.length / MAX_PIECES);
  const length = Math.max(shortest, 2 * step);
  const count = Math.ceil((form.length - length) / step) + 1;
  const ends = Array.from({ length: count }, (_, index) => Math.min(index * step + length, form.length));
  return ends.map((end) => form.subarray(characterStart(form, end - length), end));
}

/** Returns the start of the character that contains a byte. */
function characterStart(form: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && ((form[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
