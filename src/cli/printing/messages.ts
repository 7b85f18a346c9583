import type { Palette } from '../../output/palette.ts';
import { linesForTerminal } from '../../output/sanitize.ts';
import { lineText, type Progress, startProgress } from '../../terminal/progress.ts';
import type { Streams, Writer } from '../../terminal/streams.ts';
import { writeAtOnce } from '../../terminal/write-at-once.ts';

/** Words about a result, on stderr. */
export interface Messages {
  readonly palette: Palette;
  /** Something worth knowing, painted or not; not with --quiet. */
  note(text: string, paint?: (text: string) => string): Promise<void>;
  /** How a command ended and how to go on; also with --quiet. */
  end(text: string): Promise<void>;
  /** The same in front of the end of the process: it is written when this returns. */
  endAtOnce(text: string): void;
  /** Something that may surprise. */
  warn(text: string): Promise<void>;
  /** Warnings so far. */
  readonly warnings: number;
  /** A line of a trace. */
  trace(text: string): void;
  /** Text that is already laid out, such as a table. */
  block(text: string): Promise<void>;
  /**
   * Shows how far something is until it is stopped. While one is shown, another says nothing: what it is part
   * of says more.
   */
  progress(): Progress;
}

export interface MessageOptions {
  readonly stream: Streams['stderr'];
  readonly writer: Writer;
  readonly palette: Palette;
  /** Hides secrets: before anything is escaped, which would give them another look. */
  readonly redact: (text: string) => string;
  readonly isQuiet: boolean;
  /** Whether a line may move: a terminal that is not dumb. */
  readonly isAnimated: boolean;
}

export function createMessages(options: MessageOptions): Messages {
  const { writer, palette, redact, isQuiet } = options;
  let running: Progress | undefined;
  let warnings = 0;
  /** Only the words are made safe: the colors around them are ours. */
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
