import { Failure } from '../failure/failure.ts';
import type { CapabilityAnswer, CapabilityValue } from '../profiles/capabilities.ts';
import type { ScimVersion } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import { codeIn, type ProbeAnswer } from './answers.ts';
import { type AskerOptions, createAsker, type NotedAsker, type ScimQuestion } from './asker.ts';
import { BudgetSpent, type CallBudget } from './budget.ts';
import { isSameAnswer, type Question, type QuestionResult } from './question.ts';

export interface ProbeOptions extends AskerOptions {
  readonly budget: CallBudget;
  readonly questions: readonly Question[];
  /** Called before each question. */
  readonly onQuestion?: (question: Question, index: number) => void;
}

/** Result of a probe. */
export interface ProbeResult {
  readonly answers: readonly CapabilityAnswer[];
  /** SCIM version that most questions used. */
  readonly scimVersion: ScimVersion;
}

/**
 * Asks the questions in order, as far as the budget allows. A question that cannot be answered is recorded as
 * unclear, and the probe continues.
 * @throws Failure if the service cannot be reached at all, or refuses the token
 */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const asker = createAsker(options);
  const answers: CapabilityAnswer[] = [];
  for (const [index, question] of options.questions.entries()) {
    options.onQuestion?.(question, index);
    const outcome = notAskedOutcome(question, asker, options) ?? (await outcomeOf(question, asker));
    if (outcome.state === 'answered') asker.learn(question.id, outcome.value);
    answers.push(answerOf(question, asker, outcome));
    refuseRefusedToken(asker);
    if (question.id === 'versions' && outcome.state === 'answered')
      expectVersions(outcome.value, asker, options);
  }
  return { answers, scimVersion: asker.version };
}

type Outcome =
  | { readonly state: 'answered'; readonly value: NonNullable<CapabilityAnswer['value']> }
  | { readonly state: 'unclear' | 'not asked'; readonly why: string };

function notAskedOutcome(
  question: Question,
  { version }: NotedAsker,
  { web }: ProbeOptions,
): Outcome | undefined {
  const not = (why: string): Outcome => ({ state: 'not asked', why });
  if (question.api === 'web' && web === undefined) return not('the connection has no Web API URL');
  return question.version !== undefined && question.version !== version
    ? not(`SCIM ${question.version} does not answer, or is not the one of the connection`)
    : undefined;
}

/**
 * Ends the probe if the service refuses the token, or the token may not use SCIM: every answer would be that
 * refusal.
 * @throws Failure `unauthorized`
 */
function refuseRefusedToken(asker: NotedAsker): void {
  const refused = asker
    .all()
    .find(({ question, asked }) => 'path' in question && isOwnList(question) && isRefusal(question, asked));
  if (refused === undefined) return;
  throw new Failure('unauthorized', 'the service refuses the token; nothing was learned', {
    status: refused.asked.status,
    code: codeIn(refused.asked) ?? 'unauthorized',
    hint: 'orgctl profile check',
  });
}

/**
 * Ends the probe if no version answers. @throws Failure `unreachable`; `unavailable` if the service answered
 * with a 5xx status
 */
function expectVersions(versions: CapabilityValue, asker: NotedAsker, { scimBaseUrl }: ProbeOptions): void {
  if (!Array.isArray(versions) || versions.length > 0) return;
  const [trouble] = asker.all().filter(({ asked }) => asked.status >= 500);
  if (trouble !== undefined)
    throw new Failure('unavailable', `the service answered ${trouble.asked.status}; nothing was learned`);
  throw new Failure(
    'unreachable',
    `${scimBaseUrl} is not a SCIM service: no version returns a configuration`,
    {
      hint: 'orgctl profile check',
    },
  );
}

/**
 * Whether the token was refused. A 403 counts only for a plain list: a filter or sort order may be forbidden
 * by itself.
 */
function isRefusal({ query = {} }: ScimQuestion, { status }: ProbeAnswer): boolean {
  const isPlain = Object.keys(query).every((name) => name === 'count' || name === 'startIndex');
  return status === 401 || (status === 403 && isPlain);
}

function isOwnList({ path, isStranger = false, versionPath }: ScimQuestion): boolean {
  return path === '/Users' && !isStranger && versionPath === undefined;
}

async function outcomeOf(question: Question, asker: NotedAsker): Promise<Outcome> {
  try {
    const found: QuestionResult = await question.ask(asker);
    return 'value' in found
      ? { state: 'answered', value: found.value }
      : { state: 'unclear', why: found.why };
  } catch (error) {
    if (error instanceof BudgetSpent) return { state: 'not asked', why: error.message };
    if (error instanceof Failure && !endsProbe(error)) return { state: 'unclear', why: error.message };
    throw error;
  }
}

/**
 * Whether a Failure ends the probe, for example because the service is unreachable. A refusal or a missing
 * token affects only one question.
 */
function endsProbe({ kind }: Failure): boolean {
  return kind !== 'unauthorized' && kind !== 'refused';
}

function answerOf(question: Question, asker: NotedAsker, outcome: Outcome): CapabilityAnswer {
  const { id, section, basis, assumptions } = question;
  const expected = typeof question.expected === 'function' ? question.expected(asker) : question.expected;
  const value = 'value' in outcome ? outcome.value : undefined;
  const differs = value !== undefined && expected !== undefined && !isSameAnswer(value, expected);
  return {
    id,
    question: question.question,
    state: outcome.state,
    ...defined({ value, expected }),
    basis,
    section,
    assumptions,
    differs,
    ...('why' in outcome ? { why: outcome.why } : {}),
    evidence: asker.takeEvidence(),
  };
}
