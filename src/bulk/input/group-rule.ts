import type { Place } from '../../failure/issue.ts';
import type { Lookup } from './lookup.ts';
import type { TemplatePart } from './map-template.ts';

/** Names one group of a person: a template over columns and headings, or a text. */
export interface GroupRule {
  readonly at: Place;
  /** How findings call it. */
  readonly path: string;
  readonly name: readonly TemplatePart[];
  /** What the text stands for. */
  readonly lookup?: Lookup;
  readonly otherwise?: string;
  /** An expression over columns and headings; without one, the rule is for everybody who is active. */
  readonly when?: string;
}

/** The groups that follow from what people are (`groups` of a map). */
export interface GroupRules {
  readonly rules: readonly GroupRule[];
  /** Names of the groups that the map decides about, with `*` for any text; no other group is touched. */
  readonly manage: readonly string[];
  /** Groups that get another name instead of a new group: from, to. */
  readonly rename: readonly (readonly [string, string])[];
}
