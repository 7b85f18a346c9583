import { inspect } from 'node:util';

/** Colors by meaning, for one stream. Without color every function returns its text. */
export interface Palette {
  readonly heading: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly caution: (text: string) => string;
  readonly strong: (text: string) => string;
}

/** Returns the palette of a stream that shows color, or one that leaves text unchanged. */
export function paletteFor(hasColor: boolean): Palette {
  const styled = (style: Style) => (hasColor ? inStyle(style) : (text: string) => text);
  return {
    heading: styled('bold'),
    faint: styled('dim'),
    good: styled('green'),
    bad: styled('red'),
    caution: styled('yellow'),
    strong: styled('bold'),
  };
}

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** Styles each line separately, and restarts the style after an inner one that ends with the same code. */
function inStyle(style: Style): (text: string) => string {
  const [on, off] = (inspect.colors[style] ?? []).map((code) => `\u001b[${code}m`);
  if (on === undefined || off === undefined) return (text) => text;
  const inOne = (line: string) => (line === '' ? '' : on + line.replaceAll(off, off + on) + off);
  return (text) => text.split('\n').map(inOne).join('\n');
}
