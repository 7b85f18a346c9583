import type { Json } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';

/** Possible effects of an update, most severe first. */
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

/** A difference in meaning between two manifests. */
export interface ManifestDifference {
  readonly kind: DifferenceKind;
  readonly path: Path;
  readonly pointer: string;
  /** The value; for a renamed item its name, for a moved one its index (from 0). */
  readonly before?: Json;
  readonly after?: Json;
  readonly impact: Impact;
}

/** A difference whose impact is not determined yet. */
export type BareDifference = Omit<ManifestDifference, 'impact' | 'pointer'>;
