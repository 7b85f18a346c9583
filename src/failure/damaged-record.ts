import type { Issue } from './issue.ts';

/** A damaged record whose boundaries are known, so that only this record is skipped. */
export interface DamagedRecord {
  /** Its first line, counted from 1. */
  readonly line: number;
  /** The text in the file, without its line end. */
  readonly raw: string;
  readonly issue: Issue;
}
