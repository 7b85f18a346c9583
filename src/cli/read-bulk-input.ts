import type { DesiredUser, Mode } from '../bulk/desired-state.ts';
import { readUsersCsv } from '../bulk/read-users-csv.ts';
import type { Reading } from '../bulk/reading.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue } from '../failure/issue.ts';
import { inputName, readBytes } from '../terminal/read-input.ts';
import type { Context } from './context.ts';
import type { HowToRead } from './reading-options.ts';

/** The selected rows of a file without a finding, and what identifies the file. */
export interface BulkInput {
  readonly file: string;
  readonly rows: readonly DesiredUser[];
  readonly digest: string;
  /** How it was read, when not as it stands. */
  readonly reading?: Reading;
  /** What the rows of other shards want. */
  readonly others: readonly DesiredUser[];
}

/** Reads a file of users. @throws Failure `invalidInput` with every finding; nothing was sent. */
export async function readBulkInput(
  context: Context,
  file: string,
  mode: Mode,
  vendor: string,
  { reading, map }: HowToRead,
): Promise<BulkInput> {
  const rows: DesiredUser[] = [];
  const others: DesiredUser[] = [];
  const issues: Issue[] = [];
  const name = inputName(file);
  const { stdin } = context.world.streams;
  const { digest, unused } = await readUsersCsv(readBytes(file, stdin), {
    file: name,
    mode,
    vendor,
    map,
    ...(reading === undefined ? {} : { selection: reading }),
    onUser: (row) => rows.push(row),
    onOther: (row) => others.push(row),
    onIssue: (issue) => issues.push(issue),
  });
  if (issues.length > 0) throw rejected(name, issues, reading);
  await tellUnused(context, unused);
  return { file: name, rows, digest, others, ...(reading === undefined ? {} : { reading }) };
}

/** What a map leaves out is said; a column must not get lost by a forgotten line. */
export async function tellUnused({ messages }: Context, unused: readonly string[]): Promise<void> {
  if (unused.length > 0) await messages.note(`not taken by the map: ${unused.join(', ')}`);
}

/** The failure of an input with findings. */
export function rejected(file: string, issues: readonly Issue[], reading?: Reading): Failure {
  const count = issues.length === 1 ? '1 finding' : `${issues.length} findings`;
  return new Failure('invalidInput', `${file} is not accepted: ${count}; nothing was sent`, {
    issues: [...issues].sort((one, other) => (one.at?.line ?? 0) - (other.at?.line ?? 0)),
    hint: `orgctl bulk check ${file}${reading?.map === undefined ? '' : ` --map ${reading.map.file}`}`,
  });
}
