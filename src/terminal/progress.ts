import type { Ora } from 'ora';
import type { Streams, Writer } from './streams.ts';

/** Tells on stderr how far something has come. */
export interface Progress {
  /** What is being done now; a short line. A share from 0 to 1 is drawn as a bar on a terminal. */
  update(text: string, share?: number): void;
  /** Takes the line away. */
  stop(): void;
  /** Writes lines without tearing the progress line. */
  around(write: () => Promise<void>): Promise<void>;
}

/** A call that is answered sooner is not worth a word. */
const QUIET_MILLISECONDS = 300;
/** Where there is no terminal, one line in so many milliseconds. */
const LINE_EVERY = 10_000;

/** On a terminal a spinner, shown after a moment; elsewhere a line every ten seconds. */
export function startProgress(stream: Streams['stderr'], writer: Writer, isAnimated: boolean): Progress {
  return isAnimated ? startSpinner(stream) : startLines(writer);
}

function startSpinner(stream: Streams['stderr']): Progress {
  let text = '';
  let spinner: Ora | undefined;
  let isStopped = false;
  const timer = setTimeout(async () => {
    const { default: ora } = await import('ora');
    // The keyboard is left alone: Ctrl-C must reach the program, and a prompt may follow.
    if (!isStopped) spinner = ora({ stream, text, discardStdin: false, isEnabled: true }).start();
  }, QUIET_MILLISECONDS);
  return {
    update(next, share) {
      text = share === undefined ? next : `${bar(share)} ${next}`;
      if (spinner !== undefined) spinner.text = text;
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

const BAR_CELLS = 16;

function bar(share: number): string {
  const full = Math.floor(Math.min(1, Math.max(0, share)) * BAR_CELLS);
  return '█'.repeat(full) + '░'.repeat(BAR_CELLS - full);
}

function startLines(writer: Writer): Progress {
  let text = '';
  const timer = setInterval(() => {
    if (text !== '') void writer.write(`${text}\n`);
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
