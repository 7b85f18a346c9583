import type { Palette } from '../../output/palette.ts';
import { linesForTerminal } from '../../output/sanitize.ts';
import { lineText, type Progress, startProgress } from '../../terminal/progress.ts';
import type { Streams, Writer } from '../../terminal/streams.ts';
import { writeAtOnce } from '../../terminal/write-at-once.ts';

/** Prints messages to stderr. */
export interface Messages {
  readonly palette: Palette;
  /** Information, optionally colored; not printed with --quiet. */
  note(text: string, paint?: (text: string) => string): Promise<void>;
  /** How a command ended and what to do next; printed even with --quiet. */
  end(text: string): Promise<void>;
  /** Like `end`, but synchronous, for use just before the process exits. */
  endAtOnce(text: string): void;
  /** A warning. */
  warn(text: string): Promise<void>;
  /** Number of warnings so far. */
  readonly warnings: number;
  /** A line of the debug trace. */
  trace(text: string): void;
  /** Text with its own layout, such as a table. */
  block(text: string): Promise<void>;
  /**
   * Shows progress until it is stopped. Only one progress is shown at a time: while an outer one is shown,
   * inner ones are silent.
   */
  progress(): Progress;
}

export interface MessageOptions {
  readonly stream: Streams['stderr'];
  readonly writer: Writer;
  readonly palette: Palette;
  /** Removes secrets. Applied before escaping, which would change how a secret looks. */
  readonly redact: (text: string) => string;
  readonly isQuiet: boolean;
  /** Whether the progress line may be animated: a terminal that is not dumb. */
  readonly isAnimated: boolean;
}

export function createMessages(options: MessageOptions): Messages {
  const { writer, palette, redact, isQuiet } = options;
  let running: Progress | undefined;
  let warnings = 0;
  /** Escapes only the text, not the color codes added to it. */
  const write = async (text: string, paint = (words: string) => words) => {
    const line = () => writer.write(`${paint(linesForTerminal(redact(text)))}\n`);
    await (running === undefined ? line() : running.around(line));
  };
  return {
    palette,
    note: async (text, paint) => {
      if (!isQuiet) await write(text, paint);
    },
    end: (text) => write(text),
    endAtOnce: (text) => writeAtOnce(options.stream, linesForTerminal(redact(text))),
    warn: (text) => {
      warnings += 1;
      return write(text, (words) => `${palette.caution('warning:')} ${words}`);
    },
    get warnings() {
      return warnings;
    },
    trace: (text) => void write(text),
    block: async (text) => {
      if (!isQuiet) await (running?.around(() => writer.write(redact(text))) ?? writer.write(redact(text)));
    },
    progress: () => {
      if (isQuiet || running !== undefined) return SILENT;
      const progress = startProgress(options.stream, writer, options.isAnimated);
      running = progress;
      return {
        ...progress,
        update: (text, share) => progress.update(() => linesForTerminal(redact(lineText(text))), share),
        stop: () => {
          progress.stop();
          running = undefined;
        },
      };
    },
  };
}

const SILENT: Progress = { update: () => {}, stop: () => {}, around: (write) => write() };
