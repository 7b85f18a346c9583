import type { Issue } from './issue.ts';

/** A record that cannot be read, but whose beginning and end are certain: it alone can be left out. */
export interface DamagedRecord {
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** As it stands in the file, without its line end. */
  readonly raw: string;
  readonly issue: Issue;
}
