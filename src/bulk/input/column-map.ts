import type { Place } from '../../failure/issue.ts';
import type { Remember } from '../../values/remember.ts';
import type { UserColumn } from './columns.ts';
import type { GroupColumn } from './group-columns.ts';
import type { GroupRules } from './group-rule.ts';
import type { Lookup } from './lookup.ts';
import type { MapCondition } from './map-condition.ts';
import type { DateReader } from './map-dates.ts';
import type { Step } from './map-steps.ts';
import type { TemplatePart } from './map-template.ts';
import type { MatchKey } from './match-keys.ts';
import type { Provision } from './provision.ts';
import type { MapLimits } from './read-feed-limits.ts';

/** The source of a column's text. */
export type MapSource =
  /** The first of these headings whose cell is not blank. */
  | { readonly from: readonly string[] }
  | { readonly template: readonly TemplatePart[] }
  | { readonly value: string };

/** Replacements for a day, depending on whether it is past, today or in the future. */
export type DayMeaning = Readonly<Partial<Record<'past' | 'today' | 'future', string>>>;

/** One way to build a column from the cells of a file. */
export interface MapVariant {
  /** The condition of the variant; always applies if absent. */
  readonly when?: MapCondition;
  readonly source: MapSource;
  readonly steps: readonly Step[];
  /** Whether a number is added to a userName that another user has. */
  readonly isNumbered?: true;
  /** The format of the date, and its reader. */
  readonly date?: { readonly pattern: string; readonly read: DateReader };
  readonly today?: DayMeaning;
  readonly lookup?: Lookup;
  /**
   * The text is a value of another row, under this heading or template of headings, and refers to the user of
   * that row.
   */
  readonly match?: readonly TemplatePart[];
  /** The result for a text without an entry in the lookup. */
  readonly otherwise?: string;
  /** The result for a blank. */
  readonly fallback?: string;
}

/** The rule of one column: the first variant whose condition is true. */
export interface MapRule {
  readonly column: UserColumn;
  /** Place of the rule in the map. */
  readonly at: Place;
  readonly variants: readonly MapVariant[];
}

/** The rules for the columns of a group file. */
export type MembershipRules = Readonly<Partial<Record<GroupColumn, readonly MapVariant[]>>>;

/** A map of headings to columns. */
export interface ColumnMap {
  readonly rules: readonly MapRule[];
  /** The rules for a group file, if the map has the columns group and member. */
  readonly memberships?: MembershipRules;
  /** The keys that find users. */
  readonly match?: readonly MatchKey[];
  /** The groups derived from user attributes. */
  readonly groups?: GroupRules;
  /** Which users get an account; all if absent. */
  readonly provision?: Provision;
  /** How much smaller than last time a file may be, unless a flag sets the limit. */
  readonly limits?: MapLimits;
  /** SHA-256 of the map and its lookups. */
  readonly digest: string;
  /** The date that rules compare with, YYYY-MM-DD. */
  readonly today: string;
  /** In a replay, returns the recorded results of the rules, since the recorded cells are made up. */
  readonly remember?: Remember | undefined;
}
