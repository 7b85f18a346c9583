import { createHash } from 'node:crypto';
import type { Issue } from '../../failure/issue.ts';
import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { RunId } from '../../values/ids.ts';
import type { Mode } from '../input/desired-state.ts';
import type { Written } from '../input/dialect.ts';
import type { Feed } from '../input/feed.ts';
import type { InputReading } from '../input/reading.ts';
import type { UndoPart } from '../undo/undo-part.ts';
import type { Change } from './change.ts';
import type { Forecast } from './forecast.ts';
import type { SparedMember } from './managed-groups.ts';
import type { ManagerNames, People } from './people.ts';

/** Everything that will be done and why: made once, shown, and applied as it is. */
export interface Plan {
  readonly format: 'orgctl-plan';
  readonly version: 1;
  /** RFC 3339. */
  readonly created: string;
  readonly profile: string;
  /** Base URL of the service that it is for. */
  readonly origin: string;
  readonly scimVersion: ScimVersion;
  readonly mode: Mode | 'undo' | 'single';
  /** What else was asked for; absent when nothing was. */
  readonly aims?: PlanScope;
  /** The run that it undoes. */
  readonly undoes?: RunId;
  /** The part of that run that it undoes; absent for all of it. */
  readonly part?: UndoPart;
  readonly source: {
    readonly file: string;
    readonly digest: string;
    readonly rows: number;
    readonly reading?: InputReading;
    /** How the file turned out to be written; absent when as usual. */
    readonly written?: Written;
    /** What the next file of the same name is compared with. */
    readonly feed?: Feed;
  };
  /** The part of a move between organizations that it makes. */
  readonly move?: Move;
  /** Active users when it was made; the default limit is a share of them. */
  readonly activeUsers: number;
  readonly unchanged: number;
  /** How a whole file of users differs from the organization; absent of a part of one. */
  readonly population?: Population;
  readonly forecast: Forecast;
  /** Rows of the source that were left out, and why. */
  readonly rejected?: readonly Issue[];
  /** What is protected in the groups that a map manages, and stays as it is. */
  readonly spared?: { readonly groups: readonly string[]; readonly members: readonly SparedMember[] };
  /** What will not be done, and why: somebody changed it since, or it cannot be undone. */
  readonly kept?: readonly Issue[];
  /** Who the users were that it touches, by ID. */
  readonly people?: People;
  /** Names of the managers that its changes refer to by ID. */
  readonly managers?: ManagerNames;
  readonly changes: readonly Change[];
}

/** Which people of another organization a plan moves; `source` names that organization. */
export interface Move {
  /** Part `index`, from 1, of `count`. */
  readonly wave?: { readonly index: number; readonly count: number };
  readonly where?: string;
  /** Values of A that it leaves out, which were told as rejects; absent when there are none. */
  readonly rejects?: number;
  /**
   * Who of this part waits until somebody of another part is in B, by the keys of people; absent when nobody
   * does.
   */
  readonly waiting?: { readonly managers: readonly string[]; readonly members: readonly string[] };
  /** Who waited since an earlier part and does not any more; absent when nobody did. */
  readonly settled?: { readonly managers: readonly string[]; readonly members: readonly string[] };
  /**
   * Who of A is who in B, as far as no earlier run says so: both IDs; of a user or group that it creates, the
   * ID in A and + with the change.
   */
  readonly pairs?: readonly string[];
}

/** Who is in one of the two alone: a whole file of users, and the organization. */
export interface Population {
  /** Active users who are in no row. */
  readonly unlisted: number;
  /** The first of them. */
  readonly unlistedNames: readonly string[];
  /** Rows of people who are not in the organization. */
  readonly unknown: number;
}

/** Flags that change what a file means. */
export interface PlanScope {
  /** Memberships become exactly what the file says. */
  readonly exact?: true;
  /** Users who are not in the file are deactivated. */
  readonly prune?: true;
  /** Groups that a user CSV names and that are not there are created. */
  readonly createGroups?: true;
  /** Groups of the map without members are deleted. */
  readonly pruneGroups?: true;
}

/** Returns what two plans of one file have in common only if they want the same of it. */
export function planKey({ mode, aims = {} }: Pick<Plan, 'mode' | 'aims'>): string {
  return [mode, ...Object.keys(aims).sort()].join('+');
}

/** Returns the digest over everything that a plan says. */
export function planDigest(plan: Plan): string {
  return digestOf(JSON.stringify(plan));
}

function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}

/** Prints a plan as JSON, one change on a line, with its digest. */
export function printPlan(plan: Plan): string {
  return printedPlan(plan).text;
}

/** The same, and its digest: the changes of a large plan are written as JSON once for both. */
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

/** Whether a text that begins like this is a plan, whatever its file is called. */
export function beginsAsPlan(start: string): boolean {
  return /^\s*\{/.test(start) && /"format"\s*:\s*"orgctl-plan"/.test(start);
}

/** Whether a JSON file holds a plan, if a damaged one, and not rows. */
export function looksLikePlan(text: string): boolean {
  return /^\s*\{/.test(text) && text.includes('"orgctl-plan"');
}
