import { createHash } from 'node:crypto';
import type { Issue } from '../../failure/issue.ts';
import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { RunId } from '../../values/ids.ts';
import type { Mode } from '../input/desired-state.ts';
import type { DetectedDialect } from '../input/dialect.ts';
import type { Feed } from '../input/feed.ts';
import type { InputReading } from '../input/reading.ts';
import type { UndoPart } from '../undo/undo-part.ts';
import type { Change } from './change.ts';
import type { Forecast } from './forecast.ts';
import type { SparedMember } from './managed-input.ts';
import type { ManagerNames, People } from './people.ts';

/** Everything a run will do, and why. Made once, shown, and applied unchanged. */
export interface Plan {
  readonly format: 'orgctl-plan';
  readonly version: 1;
  /** RFC 3339. */
  readonly created: string;
  readonly profile: string;
  /** Base URL of the service that the plan is for. */
  readonly origin: string;
  readonly scimVersion: ScimVersion;
  readonly mode: Mode | 'undo' | 'single';
  /** Flags that change the meaning of the file; absent if there are none. */
  readonly aims?: PlanScope;
  /** The run that the plan undoes. */
  readonly undoes?: RunId;
  /** The part of that run that it undoes; absent for the whole run. */
  readonly part?: UndoPart;
  readonly source: {
    readonly file: string;
    readonly digest: string;
    readonly rows: number;
    /** Further files that the plan was made from, such as maps; absent if there are none. */
    readonly inputs?: readonly InputFile[];
    readonly reading?: InputReading;
    /** Detected format of the file; absent if it is the default. */
    readonly written?: DetectedDialect;
    /** Summary with which the next file of the same name is compared. */
    readonly feed?: Feed;
  };
  /** The part of a migration between organizations that the plan covers. */
  readonly move?: Move;
  /** Active users when the plan was made; the default limit is a percentage of them. */
  readonly activeUsers: number;
  readonly unchanged: number;
  /** Difference between the users of the file and of the organization; absent for a partial file. */
  readonly population?: Population;
  readonly forecast: Forecast;
  /** Findings of the source rows that were skipped. */
  readonly rejected?: readonly Issue[];
  /** Users whose manager is not set because the row of the manager was skipped; absent if there are none. */
  readonly withoutManager?: WithoutManager;
  /** Protected groups and members in the scope of a map, which stay unchanged. */
  readonly spared?: { readonly groups: readonly string[]; readonly members: readonly SparedMember[] };
  /** Changes that are not made, and why: the user was changed since, or the change cannot be undone. */
  readonly kept?: readonly Issue[];
  /** Identities of the users that the plan touches, by ID. */
  readonly people?: People;
  /** Names of the managers that changes refer to by ID. */
  readonly managers?: ManagerNames;
  readonly changes: readonly Change[];
}

/** A file that a plan was made from, by the name that was typed. */
export interface InputFile {
  readonly file: string;
  /** SHA-256 of its bytes. */
  readonly digest: string;
}

/** The users of another organization that a plan moves; `source` names that organization. */
export interface Move {
  /** Part `index` (1-based) of `count`. */
  readonly wave?: { readonly index: number; readonly count: number };
  readonly where?: string;
  /** Number of values of A that are left out and were reported as rejects; absent if there are none. */
  readonly rejects?: number;
  /**
   * Users of this part whose manager or membership must wait for users of another part, by person key; absent
   * if there are none.
   */
  readonly waiting?: { readonly managers: readonly string[]; readonly members: readonly string[] };
  /** Users who were waiting since an earlier part and no longer are; absent if there are none. */
  readonly settled?: { readonly managers: readonly string[]; readonly members: readonly string[] };
  /**
   * Pairs of an ID in A and an ID in B that no earlier run recorded. For a user or group that the plan
   * creates, the second ID is + and the change ID.
   */
  readonly pairs?: readonly string[];
}

/** Users who are only in the file, or only in the organization; for a complete file of users. */
export interface Population {
  /** Number of active users without a row. */
  readonly unlisted: number;
  /** The first of their names. */
  readonly unlistedNames: readonly string[];
  /** Number of rows whose user is not in the organization. */
  readonly unknown: number;
}

/** Users of the file whose manager a plan does not set. */
export interface WithoutManager {
  readonly users: number;
  /** The first of their names. */
  readonly names: readonly string[];
}

/** Flags that change the meaning of a file. */
export interface PlanScope {
  /** Memberships exactly match the file. */
  readonly exact?: true;
  /** Users who are not in the file are deactivated. */
  readonly prune?: true;
  /** Missing groups that a user CSV names are created. */
  readonly createGroups?: true;
  /** Managed groups without members are deleted. */
  readonly pruneGroups?: true;
}

/** Returns a key that is equal for two plans of one file only if they have the same mode and flags. */
export function planKey({ mode, aims = {} }: Pick<Plan, 'mode' | 'aims'>): string {
  return [mode, ...Object.keys(aims).sort()].join('+');
}

/** Returns the digest of a plan. */
export function planDigest(plan: Plan): string {
  return digestOf(JSON.stringify(plan));
}

function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}

/** Prints a plan as JSON with its digest, one change per line. */
export function printPlan(plan: Plan): string {
  return printedPlan(plan).text;
}

/** Prints a plan and returns its digest too, so that the changes of a large plan are serialized only once. */
export function printedPlan(plan: Plan): { readonly text: string; readonly digest: string } {
  const { changes, ...head } = plan;
  const lines = changes.map((change) => JSON.stringify(change));
  const members = Object.entries(plan)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const written = name === 'changes' ? `[${lines.join(',')}]` : JSON.stringify(value);
      return `${JSON.stringify(name)}:${written}`;
    });
  const digest = digestOf(`{${members.join(',')}}`);
  const headLines = Object.entries({ ...head, digest }).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  const list = lines.length === 0 ? '[]' : `[\n    ${lines.join(',\n    ')}\n  ]`;
  return { text: `{\n${headLines.join('\n')}\n  "changes": ${list}\n}\n`, digest };
}

/** Whether a text with this beginning is a plan, whatever the file name. */
export function beginsAsPlan(start: string): boolean {
  return /^\s*\{/.test(start) && /"format"\s*:\s*"orgctl-plan"/.test(start);
}

/** Whether a JSON file contains a plan, even a damaged one, rather than rows. */
export function looksLikePlan(text: string): boolean {
  return /^\s*\{/.test(text) && text.includes('"orgctl-plan"');
}
