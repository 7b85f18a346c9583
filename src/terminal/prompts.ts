import { Failure } from '../failure/failure.ts';
import { Interrupted } from '../failure/interrupted.ts';
import { defined } from '../values/defined.ts';
import type { Streams } from './streams.ts';

/** Asks the person at the keyboard, on stderr. */
export interface Prompts {
  /** Whether anybody can be asked: stdin and stderr are terminals, and neither CI nor --no-input is set. */
  readonly mayAsk: boolean;
  text(question: string, options?: TextOptions): Promise<string>;
  /** Nothing of the answer is shown. */
  secret(question: string): Promise<string>;
  choice<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T>;
  /** A long list that shrinks while a person types. */
  search<T extends string>(question: string, find: (term: string) => readonly Choice<T>[]): Promise<T>;
  /** Never defaults to yes. */
  confirm(question: string): Promise<boolean>;
}

export interface TextOptions {
  readonly initial?: string;
  /** Returns what is wrong with an answer, if anything. */
  readonly check?: (answer: string) => string | undefined | Promise<string | undefined>;
}

export interface Choice<T> {
  readonly value: T;
  readonly name: string;
}

/** What the library calls a question that Ctrl-C ended, and one that the end of input did. */
const ENDED: ReadonlySet<string> = new Set(['ExitPromptError', 'AbortPromptError']);

interface PromptContext {
  readonly input: Streams['stdin'];
  readonly output: Streams['stderr'];
  readonly clearPromptOnDone: boolean;
  readonly signal: AbortSignal;
}

/**
 * Returns what aborts when no answer can come any more. At Ctrl-D the library's reader closes and stops
 * reading, and its question stays open: the process would end with 0 as if all were done.
 */
function endOfInput(input: Streams['stdin']): { readonly signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  // A reader that was answered stops reading, too: the answer is there by the next turn.
  const look = () => void setImmediate(() => controller.abort());
  const events = ['pause', 'end', 'close'] as const;
  for (const event of events) input.once(event, look);
  return {
    signal: controller.signal,
    forget: () => {
      for (const event of events) input.off(event, look);
    },
  };
}

/** @param mayAsk when false, every question is a Failure; the caller names the flag before it asks. */
export function createPrompts(streams: Pick<Streams, 'stdin' | 'stderr'>, mayAsk: boolean): Prompts {
  const ask = async <T>(
    question: (library: typeof import('@inquirer/prompts'), context: PromptContext) => Promise<T>,
  ): Promise<T> => {
    if (!mayAsk) throw new Failure('usage', 'input is needed, and there is no terminal to ask on');
    const library = await import('@inquirer/prompts');
    const { stdin: input, stderr: output } = streams;
    const end = endOfInput(input);
    try {
      return await question(library, { input, output, clearPromptOnDone: false, signal: end.signal });
    } catch (error) {
      if (error instanceof Error && ENDED.has(error.name)) throw new Interrupted('SIGINT');
      throw error;
    } finally {
      end.forget();
    }
  };
  return {
    mayAsk,
    text: (message, { initial, check } = {}) =>
      ask(({ input }, context) =>
        input(
          {
            message,
            ...defined({ default: initial }),
            validate: async (answer) => (await check?.(answer)) ?? true,
          },
          context,
        ),
      ),
    secret: (message) => ask(({ password }, context) => password({ message }, context)),
    choice: (message, choices) =>
      ask(({ select }, context) => select({ message, choices: [...choices] }, context)),
    search: (message, find) =>
      ask(({ search }, context) => search({ message, source: (term) => [...find(term ?? '')] }, context)),
    confirm: (message) => ask(({ confirm }, context) => confirm({ message, default: false }, context)),
  };
}
