import { Failure } from '../../failure/failure.ts';
import type { Prompts } from '../../terminal/prompts.ts';

type Answer = string | boolean;

/** Prompts as usual, and records the answers except secrets. */
export function recordedAnswers(
  own: Prompts,
  invent: (text: string) => string,
  tell: (answer: Answer) => void,
): Prompts {
  const told = <T extends Answer>(answer: T): T => {
    tell(typeof answer === 'string' ? invent(answer) : answer);
    return answer;
  };
  return {
    mayAsk: own.mayAsk,
    text: async (question, options) => told(await own.text(question, options)),
    secret: async (question) => {
      const secret = await own.secret(question);
      tell('');
      return secret;
    },
    choice: async (question, choices) => told(await own.choice(question, choices)),
    search: async (question, find) => told(await own.search(question, find)),
    confirm: async (question) => told(await own.confirm(question)),
  };
}

/** Answers prompts from a recording. Throws Failure `unreachable` if there is no answer left. */
export function replayedAnswers(answers: readonly Answer[], mayAsk: boolean): Prompts {
  const left = [...answers];
  const next = (question: string): Answer => {
    const answer = left.shift();
    if (answer !== undefined) return answer;
    throw new Failure('unreachable', `the recording has no answer to "${question}"`, {
      code: 'not_recorded',
    });
  };
  const chosen = <T extends string>(question: string, choices: readonly { readonly value: T }[]): T => {
    const answer = next(question);
    const found = choices.find(({ value }) => value === answer);
    if (found !== undefined) return found.value;
    throw new Failure('unreachable', `the recorded answer to "${question}" is not one of the choices`, {
      code: 'not_recorded',
    });
  };
  return {
    mayAsk,
    text: async (question) => String(next(question)),
    secret: async (question) => String(next(question)),
    choice: async (question, choices) => chosen(question, choices),
    search: async (question, find) => chosen(question, find('')),
    confirm: async (question) => next(question) === true,
  };
}
