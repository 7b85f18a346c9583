import { Failure } from '../failure/failure.ts';
import { defined } from '../values/defined.ts';
import { Interrupted } from './interrupted.ts';
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

/** @param mayAsk when false, every question is a Failure; the caller names the flag before it asks. */
export function createPrompts(streams: Pick<Streams, 'stdin' | 'stderr'>, mayAsk: boolean): Prompts {
  const context = { input: streams.stdin, output: streams.stderr, clearPromptOnDone: false };
  const ask = async <T>(
    question: (library: typeof import('@inquirer/prompts')) => Promise<T>,
  ): Promise<T> => {
    if (!mayAsk) throw new Failure('usage', 'input is needed and nobody can be asked');
    try {
      return await question(await import('@inquirer/prompts'));
    } catch (error) {
      if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted('SIGINT');
      throw error;
    }
  };
  return {
    mayAsk,
    text: (message, { initial, check } = {}) =>
      ask(({ input }) =>
        input(
          {
            message,
            ...defined({ default: initial }),
            validate: async (answer) => (await check?.(answer)) ?? true,
          },
          context,
        ),
      ),
    secret: (message) => ask(({ password }) => password({ message }, context)),
    choice: (message, choices) => ask(({ select }) => select({ message, choices: [...choices] }, context)),
    search: (message, find) =>
      ask(({ search }) => search({ message, source: (term) => [...find(term ?? '')] }, context)),
    confirm: (message) => ask(({ confirm }) => confirm({ message, default: false }, context)),
  };
}
