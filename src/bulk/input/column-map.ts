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

/** Where the text of a column comes from. */
export type MapSource =
  /** The first of these headings whose cell is not blank. */
  | { readonly from: readonly string[] }
  | { readonly template: readonly TemplatePart[] }
  | { readonly value: string };

/** What a day stands for, by whether it has passed. */
export type DayMeaning = Readonly<Partial<Record<'past' | 'today' | 'future', string>>>;

/** One way in which a column is made of the cells of a file. */
export interface MapVariant {
  /** When it holds; always, when absent. */
  readonly when?: MapCondition;
  readonly source: MapSource;
  readonly steps: readonly Step[];
  /** A userName that somebody else has gets a number. */
  readonly isNumbered?: true;
  /** How the date is written, and its reader. */
  readonly date?: { readonly pattern: string; readonly read: DateReader };
  readonly today?: DayMeaning;
  readonly lookup?: Lookup;
  /**
   * The text is what another row has under this heading, or in this template of headings; that row's user is
   * meant.
   */
  readonly match?: readonly TemplatePart[];
  /** For a text that the lookup does not have. */
  readonly otherwise?: string;
  /** For a blank. */
  readonly fallback?: string;
}

/** How one column is made: the first variant whose condition holds. */
export interface MapRule {
  readonly column: UserColumn;
  /** Where the map says so. */
  readonly at: Place;
  readonly variants: readonly MapVariant[];
}

/** How each column of a group file is made. */
export type MembershipRules = Readonly<Partial<Record<GroupColumn, readonly MapVariant[]>>>;

/** A map of headings to columns. */
export interface ColumnMap {
  readonly rules: readonly MapRule[];
  /** How a group file is made, of a map that has the columns group and member. */
  readonly memberships?: MembershipRules;
  /** The keys by which users are found. */
  readonly match?: readonly MatchKey[];
  /** The groups that follow from what people are. */
  readonly groups?: GroupRules;
  /** Who is to have an account; everybody where it is absent. */
  readonly provision?: Provision;
  /** How much less than last time a file may bring, where no flag says it. */
  readonly limits?: MapLimits;
  /** sha256 of everything that it says. */
  readonly digest: string;
  /** The day with which dates are compared, YYYY-MM-DD. */
  readonly today: string;
  /** Tells again what its rules make of cells, where the cells are invented. */
  readonly remember?: Remember | undefined;
}
