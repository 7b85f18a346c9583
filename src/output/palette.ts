import { Chalk, type ChalkInstance } from 'chalk';

/** Colours by meaning, for one stream. Without colour every function returns its text. */
export interface Palette {
  readonly heading: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly caution: (text: string) => string;
  readonly strong: (text: string) => string;
}

/** Returns the palette of a stream that shows colour, or one that leaves text alone. */
export function paletteFor(hasColour: boolean): Palette {
  const chalk: ChalkInstance = new Chalk({ level: hasColour ? 1 : 0 });
  return {
    heading: chalk.bold,
    faint: chalk.dim,
    good: chalk.green,
    bad: chalk.red,
    caution: chalk.yellow,
    strong: chalk.bold,
  };
}
