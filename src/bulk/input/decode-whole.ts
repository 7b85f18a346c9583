import { isUtf8 } from 'node:buffer';
import { guessEncoding } from './guess-encoding.ts';
import { decoderOf } from './text-decoders.ts';
import { isUtf32, utf16Form } from './wide-encodings.ts';

/**
 * Decodes a whole file in the encoding that `decodeText` would read it in: the given one, UTF-16, UTF-8, or
 * one that is recognized by its letters.
 * @param encoding a label of the WHATWG Encoding Standard; detected if absent
 * @returns undefined if no encoding fits
 */
export function decodeWhole(bytes: Buffer, encoding?: string): string | undefined {
  if (isUtf32(bytes)) return undefined;
  const label = encoding ?? utf16Form(bytes)?.label;
  if (label !== undefined && label !== 'utf-8') return decoderOf(label)(bytes);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const guessed = encoding === undefined && !bytes.includes(0) ? guessEncoding(bytes) : undefined;
  return guessed === undefined ? undefined : decoderOf(guessed.label)(bytes);
}
