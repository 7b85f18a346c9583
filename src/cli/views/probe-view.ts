import type { Column, ListView, View } from '../../output/view.ts';
import type { ProbeDifference } from '../../probe/compare-probes.ts';
import { answerInWords } from '../../probe/question.ts';
import type { Capabilities, CapabilityAnswer, CapabilityValue } from '../../profiles/capabilities.ts';
import type { Json } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';

/** Returns how an answer compares with the expected one, in words. */
function answerStatus({ state, differs, expected, basis }: CapabilityAnswer): string {
  if (state === 'not asked') return '– not asked';
  if (state === 'unclear') return '? unclear';
  if (expected === undefined) return '✓ learned';
  return differs ? '! differs' : `✓ as ${basis}`;
}

/** The answer expected by the documents or an assumption, in words. */
export function expectedInWords({ expected, basis }: CapabilityAnswer): string | undefined {
  return expected === undefined ? undefined : `${answerInWords(expected)} (${basis})`;
}

const paintStatus: NonNullable<Column<CapabilityAnswer>['paint']> = (text, { state, differs }, palette) => {
  if (state !== 'answered') return palette.faint(text);
  return differs ? palette.caution(text) : palette.good(text);
};

/** Longest list printed in full, in characters: a longer one would push other columns out of sight. */
const MAX_LIST_LENGTH = 60;

function shortAnswer(value: CapabilityValue): string {
  const words = answerInWords(value);
  return typeof value === 'object' && words.length > MAX_LIST_LENGTH
    ? `${value.length} (-o json lists them)`
    : words;
}

/** Prints the answers of a probe, one per row. */
export const ANSWER_VIEW: ListView<CapabilityAnswer> = {
  isSummarized: true,
  json: answerJson,
  columns: [
    { name: 'id', heading: 'ID', importance: 1, isWhole: true, value: ({ id }) => id },
    { name: 'question', heading: 'Question', importance: 4, value: ({ question }) => question },
    {
      name: 'answer',
      heading: 'Answer',
      importance: 1,
      wraps: true,
      value: ({ value, why }) => (value === undefined ? why : answerInWords(value)),
      tableValue: ({ value, why }) => (value === undefined ? why : shortAnswer(value)),
    },
    { name: 'standing', heading: 'Status', importance: 1, value: answerStatus, paint: paintStatus },
    { name: 'expected', heading: 'Expected', importance: 3, value: expectedInWords },
    { name: 'section', heading: '§', importance: 2, value: ({ section }) => section },
    {
      name: 'evidence',
      heading: 'Evidence',
      importance: 5,
      // In a pipe, a table would be hundreds of characters wide.
      readBy: 'programs',
      value: ({ evidence }) =>
        evidence.map(({ request, status, saw }) => `${request} → ${status} ${saw}`).join('; '),
    },
    { name: 'assumptions', heading: 'Assumptions', value: ({ assumptions }) => assumptions.join(', ') },
  ],
};

/** Prints the complete document of a probe, as it is stored. */
export const CAPABILITIES_VIEW: View<Capabilities> = {
  json: ({ answers, ...rest }) => ({ ...rest, answers: answers.map(answerJson) }),
  columns: [],
};

/** Prints the changes since the last probe. */
export const DIFFERENCE_VIEW: ListView<ProbeDifference> = {
  isSummarized: true,
  json: ({ before, now, ...rest }) => ({ ...rest, before: before ?? null, now: now ?? null }),
  columns: [
    { name: 'id', heading: 'ID', importance: 1, isWhole: true, value: ({ id }) => id },
    { name: 'question', heading: 'Question', importance: 3, value: ({ question }) => question },
    { name: 'before', heading: 'Before', importance: 1, value: ({ before }) => inWords(before) },
    { name: 'now', heading: 'Now', importance: 1, value: ({ now }) => inWords(now) },
    { name: 'section', heading: '§', importance: 2, value: ({ section }) => section },
  ],
};

const inWords = (value: ProbeDifference['before']) =>
  value === undefined ? 'unclear' : answerInWords(value);

function answerJson({ assumptions, evidence, value, expected, ...rest }: CapabilityAnswer): {
  readonly [name: string]: Json;
} {
  return {
    ...rest,
    ...defined({ value, expected }),
    assumptions: [...assumptions],
    evidence: evidence.map((one) => ({ ...one })),
  };
}
