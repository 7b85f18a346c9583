import type { Json } from '../spec/wire.ts';
import type { Path } from './path.ts';

/** What an update would bring about, the gravest first. */
export const IMPACTS = [
  'deletes-live-data',
  'cannot-remove',
  'breaking',
  'needs-new-approval',
  'needs-verification',
  'harmless',
] as const;
export type Impact = (typeof IMPACTS)[number];

/** One difference in what two manifests mean. */
export interface Difference {
  readonly kind: 'removed' | 'changed' | 'added';
  readonly path: Path;
  readonly pointer: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly impact: Impact;
}

/** A difference before it is known what it would bring about. */
export type BareDifference = Omit<Difference, 'impact' | 'pointer'>;
