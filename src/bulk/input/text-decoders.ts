/** What Windows-1252 has between 0x80 and 0x9F, in order; blanks are not assigned. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Decodes bytes as they come; the end is said by calling it without bytes. */
export type Decode = (bytes?: Uint8Array) => string;

/**
 * Returns a decoder of an encoding that the WHATWG Encoding Standard knows. Some versions of Node decode
 * Windows-1252 as Latin-1, so that its characters between 0x80 and 0x9F are put in here.
 */
export function decoderOf(label: string): Decode {
  const decoder = new TextDecoder(label);
  const decode: Decode = (bytes) =>
    bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  if (decoder.encoding !== 'windows-1252') return decode;
  return (bytes) => decode(bytes).replace(/[\u0080-\u009f]/g, assigned);
}

function assigned(control: string): string {
  const character = WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? ' ';
  return character === ' ' ? control : character;
}
