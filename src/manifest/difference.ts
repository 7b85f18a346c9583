import type { Json } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';

/** What an update would cause, the gravest first. */
export const IMPACTS = [
  'deletes-live-data',
  'cannot-remove',
  'breaking',
  'needs-new-approval',
  'needs-verification',
  'changes-behavior',
  'harmless',
] as const;
export type Impact = (typeof IMPACTS)[number];

/** Kinds of differences, in the order in which they are listed. */
export const KINDS = ['removed', 'renamed', 'changed', 'moved', 'added'] as const;
export type DifferenceKind = (typeof KINDS)[number];

/** One difference in what two manifests mean. */
export interface ManifestDifference {
  readonly kind: DifferenceKind;
  readonly path: Path;
  readonly pointer: string;
  /** The value; the name of something renamed; the position (from 0) of something moved. */
  readonly before?: Json;
  readonly after?: Json;
  readonly impact: Impact;
}

/** A difference without its impact. */
export type BareDifference = Omit<ManifestDifference, 'impact' | 'pointer'>;
