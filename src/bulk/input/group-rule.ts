import type { Place } from '../../failure/issue.ts';
import type { Lookup } from './lookup.ts';
import type { TemplatePart } from './map-template.ts';

/** A rule that puts users into one group. The name is a template over columns and headings, or a text. */
export interface GroupRule {
  readonly at: Place;
  /** The name of the rule in findings. */
  readonly path: string;
  readonly name: readonly TemplatePart[];
  /** Translates the text into a group name. */
  readonly lookup?: Lookup;
  readonly otherwise?: string;
  /** An expression over columns and headings; without one, the rule applies to every active user. */
  readonly when?: string;
}

/** Groups derived from user attributes (`groups` of a map). */
export interface GroupRules {
  readonly rules: readonly GroupRule[];
  /** Names of the groups that the map manages, with `*` for any text; other groups are never changed. */
  readonly manage: readonly string[];
  /** Groups to rename instead of creating a new group: from, to. */
  readonly rename: readonly (readonly [string, string])[];
}
