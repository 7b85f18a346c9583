import { type ByteRange, createPieceHider, MARK, marked, type PieceHider } from './find-pieces.ts';
import { formsOf } from './secret-forms.ts';
import { withoutTokens } from './token-shape.ts';
import { unescaped } from './unescaped.ts';

/**
 * Everything that leaves the program passes here: what is written to a stream, and what is written to a file.
 * The secrets are those of the process, so that nothing has to be handed to a sink, and none can be made
 * without.
 */

/** Secrets of one run. They are hidden until it ends. */
export interface Secrets {
  /** Makes a value secret from now on. */
  add(secret: string): void;
  /** Hides secrets and fragments of them in words about a result. */
  redact(text: string): string;
  /** Ends the run: its secrets are forgotten unless another run has them, too. */
  forget(): void;
}

/**
 * What is about to be written: `words` are messages, `data` are results and files that others go on working
 * with.
 */
export type Leaving = 'words' | 'data';

/**
 * Bytes of a secret that are hidden also without the rest of it. An error of a library may quote a few
 * characters around a fault, so fragments of words are hidden from 8 on. In data so short a piece may be a
 * word of its own ("producti" of a token), and hiding it would change what is imported later: there it takes
 * 16, or the whole secret.
 */
const FRAGMENT: { readonly [What in Leaving]: number } = { words: 8, data: 16 };

/** Bytes of the shortest secret that is hidden: a shorter one hides nothing but text. */
const SHORTEST: { readonly [What in Leaving]: number } = { words: 4, data: 8 };

const known = new Map<string, number>();
/** Of all that are known; made when something leaves: most runs write words or data, not both. */
const hiders = new Map<Leaving, Pick<PieceHider, 'hide'>>();

/** Begins a run. */
export function openSecrets(): Secrets {
  const own = new Set<string>();
  return {
    add(secret) {
      if (own.has(secret)) return;
      own.add(secret);
      known.set(secret, (known.get(secret) ?? 0) + 1);
      hiders.clear();
    },
    redact: (text) => textAllowedOut(text, 'words'),
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
 * Returns what of the content may be written: the same content unless it holds a secret. In words nothing
 * stays that has the shape of a token, wherever it came from; in data that would change what others keep.
 */
export function allowedOut(content: string | Uint8Array, what: Leaving): string | Uint8Array {
  const safe = withoutKnown(content, what);
  if (what === 'data') return safe;
  const text = typeof safe === 'string' ? safe : Buffer.from(safe).toString();
  const shapeless = withoutTokens(text, MARK);
  return shapeless === text ? safe : shapeless;
}

function withoutKnown(content: string | Uint8Array, what: Leaving): string | Uint8Array {
  if (known.size === 0) return content;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const safe = hiderOfAll(what).hide(bytes);
  return safe === bytes ? content : safe;
}

/** The same for text. */
export function textAllowedOut(text: string, what: Leaving): string {
  const safe = allowedOut(text, what);
  return typeof safe === 'string' ? safe : Buffer.from(safe).toString();
}

/** Returns a hider of some secrets of its own, such as those of one request. */
export function hiderOf(secrets: Iterable<string>, what: Leaving): PieceHider {
  return hiderOfForms(
    [...secrets].flatMap(formsOf).map((form) => Buffer.from(form)),
    what,
  );
}

function hiderOfForms(forms: readonly Uint8Array[], what: Leaving): PieceHider {
  const pieces = forms
    .filter((form) => form.length >= SHORTEST[what])
    .flatMap((form) => fragmentsOf(form, FRAGMENT[what]));
  return createPieceHider(pieces);
}

/** Bytes whose escapes are read: a refusal is shorter, and a list is not searched twice. */
const LARGEST_ESCAPED = 64 * 1024;

/**
 * The same, also where each character is escaped, in any way and within anything: by a backslash, by its
 * number, for a URL, for HTML. Services repeat a secret within JSON within a URL and so on.
 */
export function hiderThroughEscapes(secrets: Iterable<string>, what: Leaving): Pick<PieceHider, 'hide'> {
  const all = [...secrets];
  const plain = hiderOf(all, what);
  let made: PieceHider | undefined;
  // Hardly any answer has an escape.
  const bare = () => {
    made ??= hiderOfForms(
      all.flatMap(formsOf).map((form) => unescaped(Buffer.from(form))?.bytes ?? Buffer.from(form)),
      what,
    );
    return made;
  };
  return {
    hide(bytes) {
      const read = bytes.length > LARGEST_ESCAPED ? undefined : unescaped(bytes);
      const found = (read === undefined ? [] : bare().find(read.bytes)).map(
        ([start, end]): ByteRange => [
          withBackslashes(bytes, read?.starts[start] ?? 0),
          read?.ends[end - 1] ?? 0,
        ],
      );
      return plain.hide(marked(bytes, apart(found)));
    },
  };
}

/**
 * Where the backslashes begin that belong to a character: one that stayed would escape the mark, and JSON has
 * no such escape.
 */
function withBackslashes(bytes: Uint8Array, character: number): number {
  let start = character;
  while (bytes[start - 1] === BACKSLASH) start -= 1;
  return start;
}

const BACKSLASH = 0x5c;

/** Joins places that overlap. @param places in the order of their beginnings */
function apart(places: readonly ByteRange[]): readonly ByteRange[] {
  const joined: [start: number, end: number][] = [];
  for (const [start, end] of places) {
    const before = joined.at(-1);
    if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

function hiderOfAll(what: Leaving): Pick<PieceHider, 'hide'> {
  const made =
    hiders.get(what) ??
    (what === 'words' ? hiderThroughEscapes(known.keys(), what) : hiderOf(known.keys(), what));
  hiders.set(what, made);
  return made;
}

/**
 * Pieces that are looked for of one form. A token has some hundred bytes; what was taken for a secret may be
 * a whole file.
 */
const MOST_PIECES = 4096;

/**
 * Returns every piece of the length that begins with a whole character; the form itself when it is no longer.
 * Of a very long form, pieces that overlap by half: the whole of it is hidden as well, and of a part of it
 * all but its ends.
 */
function fragmentsOf(form: Uint8Array, shortest: number): readonly Uint8Array[] {
  if (form.length <= shortest) return [form];
  const step = Math.ceil(form.length / MOST_PIECES);
  const length = Math.max(shortest, 2 * step);
  const count = Math.ceil((form.length - length) / step) + 1;
  const ends = Array.from({ length: count }, (_, index) => Math.min(index * step + length, form.length));
  return ends.map((end) => form.subarray(characterStart(form, end - length), end));
}

/** Returns where the character begins to which a byte belongs. */
function characterStart(form: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && ((form[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
