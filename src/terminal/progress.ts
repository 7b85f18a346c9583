import type { Ora } from 'ora';
import type { Streams, Writer } from './streams.ts';

/** Tells on stderr how far something has come. */
export interface Progress {
  /**
   * What is being done now; a short line, made when it is shown. A share from 0 to 1 is drawn as a bar on a
   * terminal.
   */
  update(text: Line, share?: number): void;
  /** Takes the line away. */
  stop(): void;
  /** Writes lines without tearing the progress line. */
  around(write: () => Promise<void>): Promise<void>;
}

/** A line, or what makes it: most are replaced by the next one before anybody sees them. */
export type Line = string | (() => string);

export function lineText(line: Line): string {
  return typeof line === 'string' ? line : line();
}

/** A call that is answered sooner is not worth a word. */
const QUIET_MILLISECONDS = 300;
/** Without a terminal, milliseconds between two lines. */
const LINE_EVERY = 10_000;

/** On a terminal a spinner, shown after a moment; elsewhere a line every ten seconds. */
export function startProgress(stream: Streams['stderr'], writer: Writer, isAnimated: boolean): Progress {
  return isAnimated ? startSpinner(stream) : startLines(writer);
}

function startSpinner(stream: Streams['stderr']): Progress {
  let now: { readonly text: Line; readonly share: number | undefined } = { text: '', share: undefined };
  let show = () => {};
  let spinner: Ora | undefined;
  let isStopped = false;
  const timer = setTimeout(async () => {
    const [{ default: ora }, { progressLine }] = await Promise.all([
      import('ora'),
      import('./progress-line.ts'),
    ]);
    if (isStopped) return;
    const line = () => progressLine(lineText(now.text), now.share, stream.columns);
    // Keyboard input is not read: Ctrl-C must reach the program, and a prompt may follow.
    const started = ora({ stream, text: line(), discardStdin: false, isEnabled: true }).start();
    spinner = started;
    show = () => {
      started.text = line();
    };
  }, QUIET_MILLISECONDS);
  return {
    update(text, share) {
      now = { text, share };
      show();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      spinner?.stop();
    },
    async around(write) {
      const wasSpinning = spinner?.isSpinning === true;
      if (wasSpinning) spinner?.stop();
      await write();
      if (wasSpinning && !isStopped) spinner?.start();
    },
  };
}

function startLines(writer: Writer): Progress {
  let text: Line = '';
  const timer = setInterval(() => {
    const line = lineText(text);
    if (line !== '') void writer.write(`${line}\n`);
  }, LINE_EVERY);
  timer.unref();
  return {
    update(next) {
      text = next;
    },
    stop: () => clearInterval(timer),
    around: (write) => write(),
  };
}
