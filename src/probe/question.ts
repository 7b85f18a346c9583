import type { CapabilityValue, Expectation } from '../profiles/capabilities.ts';
import type { ASSUMPTIONS } from '../spec/assumptions.ts';
import type { ScimVersion } from '../spec/protocol-types.ts';
import type { Asker } from './asker.ts';

/** Result of a question: a value, or why there is none. */
export type QuestionResult = { readonly value: CapabilityValue } | { readonly why: string };

/** A question about behavior that the documents leave open, or that may differ between services. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly api: 'scim' | 'web';
  /** The section that covers the behavior, or should. */
  readonly section: string;
  readonly basis: Expectation;
  /** The expected value, if there is one. */
  readonly expected?: CapabilityValue | ((asker: Asker) => CapabilityValue | undefined);
  /** Rows of the assumptions table that an answer settles. */
  readonly assumptions: readonly (keyof typeof ASSUMPTIONS)[];
  /** The only SCIM version that the question applies to; absent if it applies to any. */
  readonly version?: ScimVersion;
  /** @throws the errors of the transport */
  readonly ask: (asker: Asker) => Promise<QuestionResult>;
  /** Describes how orgctl adapts to an unexpected answer; absent if it does not. */
  readonly follows?: (value: CapabilityValue) => string;
}

/** Whether two answers are equal; the order of a list is ignored. */
export function isSameAnswer(one: CapabilityValue | undefined, other: CapabilityValue | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

/** Formats an answer for output. */
export function answerInWords(value: CapabilityValue): string {
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
