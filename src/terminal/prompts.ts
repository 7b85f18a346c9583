import { Failure } from '../failure/failure.ts';
import { Interrupted } from '../failure/interrupted.ts';
import { wrapWords } from '../output/wrap-words.ts';
import { defined } from '../values/defined.ts';
import type { Streams } from './streams.ts';

/** Prompts the user on stderr. */
export interface Prompts {
  /** Whether prompting is possible: stdin and stderr are terminals, and neither CI nor --no-input is set. */
  readonly mayAsk: boolean;
  text(question: string, options?: TextOptions): Promise<string>;
  /** Asks for a secret; the input is not echoed. */
  secret(question: string): Promise<string>;
  choice<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T>;
  /** Choice from a long list that is filtered while the user types. */
  search<T extends string>(question: string, find: (term: string) => readonly Choice<T>[]): Promise<T>;
  /** Yes/no question. The default is no. */
  confirm(question: string): Promise<boolean>;
}

export interface TextOptions {
  readonly initial?: string;
  /** Validates an answer. Returns an error message, or undefined if the answer is valid. */
  readonly check?: (answer: string) => string | undefined | Promise<string | undefined>;
}

export interface Choice<T> {
  readonly value: T;
  readonly name: string;
}

/** Names of the errors that the prompt library throws after Ctrl-C and at the end of input. */
const PROMPT_END_ERRORS: ReadonlySet<string> = new Set(['ExitPromptError', 'AbortPromptError']);

interface PromptContext {
  readonly input: Streams['stdin'];
  readonly output: Streams['stderr'];
  readonly clearPromptOnDone: boolean;
  readonly signal: AbortSignal;
}

/**
 * Creates a signal that aborts once no answer can arrive anymore. At Ctrl-D the library's readline closes and
 * its question stays pending; the process would exit with 0 as if it had finished.
 */
function endOfInput(input: Streams['stdin']): { readonly signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  // The readline also pauses after an answer, so check in the next turn, when that answer has been delivered.
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

/**
 * @param mayAsk if false, every prompt throws a Failure `usage`; the caller must check first and name the
 * flag to use
 */
export function createPrompts(streams: Pick<Streams, 'stdin' | 'stderr'>, mayAsk: boolean): Prompts {
  const ask = async <T>(
    question: (library: typeof import('@inquirer/prompts'), context: PromptContext) => Promise<T>,
  ): Promise<T> => {
    if (!mayAsk) throw new Failure('usage', 'input is needed, but there is no terminal to prompt on');
    const library = await import('@inquirer/prompts');
    const { stdin: input, stderr: output } = streams;
    const end = endOfInput(input);
    try {
      return await question(library, { input, output, clearPromptOnDone: false, signal: end.signal });
    } catch (error) {
      if (error instanceof Error && PROMPT_END_ERRORS.has(error.name)) throw new Interrupted('SIGINT');
      throw error;
    } finally {
      end.forget();
    }
  };
  const broken = (message: string, choices = '') => brokenMessage(message, choices, streams.stderr.columns);
  return {
    mayAsk,
    text: (message, { initial, check } = {}) =>
      ask(({ input }, context) =>
        input(
          {
            message: broken(message),
            ...defined({ default: initial }),
            validate: async (answer) => (await check?.(answer)) ?? true,
          },
          context,
        ),
      ),
    secret: (message) => ask(({ password }, context) => password({ message: broken(message) }, context)),
    choice: (message, choices) =>
      ask(({ select }, context) => select({ message: broken(message), choices: [...choices] }, context)),
    search: (message, find) =>
      ask(({ search }, context) =>
        search({ message: broken(message), source: (term) => [...find(term ?? '')] }, context),
      ),
    confirm: (message) =>
      ask(({ confirm }, context) =>
        confirm({ message: broken(message, CONFIRM_CHOICES), default: false }, context),
      ),
  };
}

/** What the prompt library writes before a question, and after one to confirm. */
const PREFIX = '? ';
const CONFIRM_CHOICES = '(y/N)';

const NO_BREAK_SPACE = '\u00a0';

/** Breaks a question between words; the prompt library would break it within words. */
function brokenMessage(message: string, choices: string, width: number | undefined): string {
  const end = choices === '' ? '' : NO_BREAK_SPACE + choices;
  const lines = wrapWords(PREFIX + message + end, width);
  return lines.slice(PREFIX.length, lines.length - end.length);
}
