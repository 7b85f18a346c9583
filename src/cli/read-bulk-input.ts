import type { DesiredUser, Mode } from '../bulk/desired-state.ts';
import { readUsersCsv } from '../bulk/read-users-csv.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue } from '../failure/issue.ts';
import { inputName, readBytes } from '../terminal/read-input.ts';
import type { Context } from './context.ts';

/** The rows of a CSV without a finding, and what identifies the file. */
export interface BulkInput {
  readonly file: string;
  readonly rows: readonly DesiredUser[];
  readonly digest: string;
}

/** Reads a user CSV. @throws Failure `invalidInput` with every finding; nothing was sent. */
export async function readBulkInput(
  context: Context,
  file: string,
  mode: Mode,
  vendor: string,
): Promise<BulkInput> {
  const rows: DesiredUser[] = [];
  const issues: Issue[] = [];
  const name = inputName(file);
  const { digest } = await readUsersCsv(readBytes(file, context.world.streams.stdin), {
    file: name,
    mode,
    vendor,
    onUser: (row) => rows.push(row),
    onIssue: (issue) => issues.push(issue),
  });
  if (issues.length > 0) throw rejected(name, issues);
  return { file: name, rows, digest };
}

/** The failure of an input with findings. */
export function rejected(file: string, issues: readonly Issue[]): Failure {
  const count = issues.length === 1 ? '1 finding' : `${issues.length} findings`;
  return new Failure('invalidInput', `${file} is not accepted: ${count}; nothing was sent`, {
    issues: [...issues].sort((one, other) => (one.at?.line ?? 0) - (other.at?.line ?? 0)),
    hint: `orgctl bulk check ${file}`,
  });
}
