import type { Ora } from 'ora';
import type { Streams, Writer } from './streams.ts';

/** Reports progress on stderr. */
export interface Progress {
  /**
   * Sets the current activity: a short line, rendered only when it is shown. On a terminal, a share from 0 to
   * 1 is drawn as a bar.
   */
  update(text: Line, share?: number): void;
  /** Removes the progress line. */
  stop(): void;
  /** Runs a callback that writes lines, with the progress line hidden. */
  around(write: () => Promise<void>): Promise<void>;
}

/**
 * A line, or a function that renders it. Most lines are replaced before they are shown, so rendering them
 * would be wasted.
 */
export type Line = string | (() => string);

export function lineText(line: Line): string {
  return typeof line === 'string' ? line : line();
}

/** Calls that finish sooner show no progress. */
const QUIET_MILLISECONDS = 300;
/** Milliseconds between two lines if stderr is not a terminal. */
const LINE_EVERY = 10_000;

/** Starts a spinner on a terminal, shown after a short delay; elsewhere prints a line every ten seconds. */
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
    // Do not read keyboard input: Ctrl-C must reach the process, and a prompt may follow.
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
