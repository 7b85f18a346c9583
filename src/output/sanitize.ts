const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
/** Characters that reorder or hide what stands around them. Joiners stay: scripts and emoji need them. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Makes a string safe for a terminal: control characters appear as ^[ or \u{9b}, line breaks as ↵, so that
 * nothing in a name can move the cursor, change colors or turn the text around. What is printed as JSON stays
 * exact.
 */
export function forTerminal(text: string): string {
  return text
    .replace(/\r\n|\r|\n/g, '↵')
    .replace(/\t/g, ' ')
    .replace(CONTROLS, (character) => {
      const code = character.charCodeAt(0);
      return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : escaped(character);
    })
    .replace(INVISIBLE, escaped);
}

/** The same for text of ours around foreign words: line breaks stay. */
export function linesForTerminal(text: string): string {
  return text.split('\n').map(forTerminal).join('\n');
}

/** Escapes in JSON text what JSON.stringify leaves raw and a terminal would obey; the value is the same. */
export function escapeJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g,
    (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    },
  );
}

function escaped(character: string): string {
  return `\\u{${character.charCodeAt(0).toString(16)}}`;
}
