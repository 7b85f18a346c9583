import { createPieceHider, MARK, type PieceHider } from './find-pieces.ts';
import { formsOf } from './secret-forms.ts';
import { withoutTokens } from './token-shape.ts';

/**
 * Everything that leaves the program passes here: what is written to a stream, and what is written to a file. The secrets are those of
 * the process, so that nothing has to be handed to a sink, and none can be made without.
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

/** What is about to be written: `words` are messages, `data` are results and files that others go on working with. */
export type Leaving = 'words' | 'data';

/**
 * Bytes of a secret that are hidden also without the rest of it. An error of a library may quote a few characters around a fault, so
 * fragments of words are hidden from 8 on. In data so short a piece may be a word of its own ("producti" of a token), and hiding it would
 * change what is imported later: there it takes 16, or the whole secret.
 */
const FRAGMENT: { readonly [What in Leaving]: number } = { words: 8, data: 16 };

/** Bytes of the shortest secret that is hidden: a shorter one hides nothing but text. */
const SHORTEST: { readonly [What in Leaving]: number } = { words: 4, data: 8 };

const known = new Map<string, number>();
let hiders: { readonly [What in Leaving]: PieceHider } | undefined;

/** Begins a run. */
export function openSecrets(): Secrets {
  const own = new Set<string>();
  return {
    add(secret) {
      if (own.has(secret)) return;
      own.add(secret);
      known.set(secret, (known.get(secret) ?? 0) + 1);
      hiders = undefined;
    },
    redact: (text) => textAllowedOut(text, 'words'),
    forget() {
      for (const secret of own) {
        const others = (known.get(secret) ?? 1) - 1;
        if (others === 0) known.delete(secret);
        else known.set(secret, others);
      }
      own.clear();
      hiders = undefined;
    },
  };
}

/**
 * Returns what of the content may be written: the same content unless it holds a secret. In words nothing stays that has the shape of a
 * token, wherever it came from; in data that would change what others keep.
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
  const safe = hidersOfAll()[what].hide(bytes);
  return safe === bytes ? content : safe;
}

/** The same for text. */
export function textAllowedOut(text: string, what: Leaving): string {
  const safe = allowedOut(text, what);
  return typeof safe === 'string' ? safe : Buffer.from(safe).toString();
}

/** Returns a hider of some secrets of its own, such as those of one request. */
export function hiderOf(secrets: Iterable<string>, what: Leaving): PieceHider {
  const pieces = [...secrets]
    .flatMap(formsOf)
    .map((form) => Buffer.from(form))
    .filter((form) => form.length >= SHORTEST[what])
    .flatMap((form) => fragmentsOf(form, FRAGMENT[what]));
  return createPieceHider(pieces);
}

function hidersOfAll(): { readonly [What in Leaving]: PieceHider } {
  hiders ??= { words: hiderOf(known.keys(), 'words'), data: hiderOf(known.keys(), 'data') };
  return hiders;
}

/** Returns every piece of the length that begins with a whole character; the form itself when it is no longer. */
function fragmentsOf(form: Uint8Array, length: number): readonly Uint8Array[] {
  if (form.length <= length) return [form];
  return Array.from({ length: form.length - length + 1 }, (_, start) => start)
    .filter((start) => ((form[start] ?? 0) & 0xc0) !== 0x80)
    .map((start) => form.subarray(start, start + length));
}
