import { brief } from '../../output/brief.ts';
import type { Palette } from '../../output/palette.ts';
import { linesForTerminal } from '../../output/sanitize.ts';
import { wrapWords } from '../../output/wrap-words.ts';
import { lineText, type Progress, startProgress } from '../../terminal/progress.ts';
import type { Streams, Writer } from '../../terminal/streams.ts';
import { writeAtOnce } from '../../terminal/write-at-once.ts';

/** Longest word of a message, in UTF-16 units: paths and commands are of use only as a whole. */
const MAX_WORD_LENGTH = 2000;

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
  /** Lines of text, such as findings: long ones are broken between words. */
  lines(text: string): Promise<void>;
  /**
   * Shows progress until it is stopped. Only one progress is shown at a time: while an outer one is shown,
   * inner ones are silent.
   */
  progress(): Progress;
  /** Returns messages that are printed even with --quiet: what a question is about must be seen. */
  aloud(): Messages;
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
  const { writer, palette, redact } = options;
  let running: Progress | undefined;
  let warnings = 0;
  const put = async (text: string) => {
    const write = () => writer.write(text);
    await (running === undefined ? write() : running.around(write));
  };
  /** Escapes only the text, not the color codes added to it. */
  const write = (text: string, paint = (words: string) => words) =>
    put(`${wrapWords(paint(linesForTerminal(brief(redact(text), MAX_WORD_LENGTH))), writer.width)}\n`);
  const messages = (isQuiet: boolean): Messages => ({
    palette,
    aloud: () => messages(false),
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
    trace: (text) => void put(`${linesForTerminal(redact(text))}\n`),
    block: async (text) => {
      if (!isQuiet) await put(redact(text));
    },
    lines: async (text) => {
      if (!isQuiet) await put(wrapWords(redact(text), writer.width));
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
  });
  return messages(options.isQuiet);
}

const SILENT: Progress = { update: () => {}, stop: () => {}, around: (write) => write() };
