import { QUESTIONS } from '../../probe/questions.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { WEB_API_METHODS } from '../../spec/webapi-methods.ts';

/** Words of answers that occur in no question and no expectation. */
const WORDS_OF_ANSWERS =
  'answered unclear not asked auto yes no none first last same cut stable moves moved applied ignored finds nothing kept becomes blank unchanged ' +
  'refused empty a an the page pages users groups all matches begins at with next read later than seconds past end largest array object remove add ' +
  'op or and of as is one two in by place type text json scim web';

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/**
 * Returns the words that probe results may contain: those of its questions and answers, and the names of
 * methods.
 */
export function probeWords(): ReadonlySet<string> {
  const asked = QUESTIONS.flatMap(({ id, question, expected }) => [
    id,
    question,
    ...(expected === undefined || typeof expected === 'function' ? [] : [expected].flat()),
  ]);
  const texts = [WORDS_OF_ANSWERS, ...Object.keys(WEB_API_METHODS), ...TOKEN_KINDS, ...asked];
  return new Set(texts.flatMap((text) => String(text).toLowerCase().match(WORD) ?? []));
}
