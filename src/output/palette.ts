import { Chalk, type ChalkInstance } from 'chalk';

/** Colors by meaning, for one stream. Without color every function returns its text. */
export interface Palette {
  readonly heading: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly caution: (text: string) => string;
  readonly strong: (text: string) => string;
}

/** Returns the palette of a stream that shows color, or one that leaves text alone. */
export function paletteFor(hasColor: boolean): Palette {
  const chalk: ChalkInstance = new Chalk({ level: hasColor ? 1 : 0 });
  return {
    heading: chalk.bold,
    faint: chalk.dim,
    good: chalk.green,
    bad: chalk.red,
    caution: chalk.yellow,
    strong: chalk.bold,
  };
}
