const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
/** Characters that reorder or hide the text around them. Joiners are allowed: scripts and emoji need them. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Makes a string safe for a terminal: control characters appear as ^[ or \u{9b}, line breaks as ↵. No name
 * can then move the cursor, change colors or reverse the text. JSON output stays exact; see `escapeJson`.
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

/** Does the same for text of the program that contains foreign words, and keeps its line breaks. */
export function linesForTerminal(text: string): string {
  return text.split('\n').map(forTerminal).join('\n');
}

/**
 * Escapes characters in JSON text that JSON.stringify leaves raw but a terminal would interpret. The value
 * stays the same.
 */
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
