import type { CapabilityValue, Expectation } from '../profiles/capabilities.ts';
import type { ASSUMPTIONS } from '../spec/assumptions.ts';
import type { ScimVersion } from '../spec/protocol-types.ts';
import type { Asker } from './asker.ts';

/** What came of a question: an answer, or why there is none. */
export type QuestionResult = { readonly value: CapabilityValue } | { readonly why: string };

/** One thing that the documents leave open, or that a service may do in another way. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly api: 'scim' | 'web';
  /** The section that speaks of it, or that is silent. */
  readonly section: string;
  readonly basis: Expectation;
  /** What is expected; undefined where nothing is. */
  readonly expected?: CapabilityValue | ((asker: Asker) => CapabilityValue | undefined);
  /** Rows of the assumptions table that an answer settles. */
  readonly assumptions: readonly (keyof typeof ASSUMPTIONS)[];
  /** The only version that it makes sense in; the connection's own when absent. */
  readonly version?: ScimVersion;
  /** @throws what the transport throws */
  readonly ask: (asker: Asker) => Promise<QuestionResult>;
  /** What orgctl does because of an answer that was not expected; nothing when absent. */
  readonly follows?: (value: CapabilityValue) => string;
}

/** Whether two answers are the same; the order of several words says nothing. */
export function isSameAnswer(one: CapabilityValue | undefined, other: CapabilityValue | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

/** Returns an answer as a person reads it. */
export function answerInWords(value: CapabilityValue): string {
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
