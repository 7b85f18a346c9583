/** The characters of Windows-1252 from 0x80 to 0x9F; a space is an unassigned byte. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Decodes a stream of bytes; a call without bytes ends the stream. */
export type Decode = (bytes?: Uint8Array) => string;

/**
 * Returns a decoder for an encoding of the WHATWG Encoding Standard. Some versions of Node decode
 * Windows-1252 as Latin-1; the characters from 0x80 to 0x9F are corrected here.
 */
export function decoderOf(label: string): Decode {
  const decoder = new TextDecoder(label);
  const decode: Decode = (bytes) =>
    bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  if (decoder.encoding !== 'windows-1252') return decode;
  return (bytes) => decode(bytes).replace(/[\u0080-\u009f]/g, windows1252Character);
}

function windows1252Character(control: string): string {
  const character = WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? ' ';
  return character === ' ' ? control : character;
}
