import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import type { Fault } from '../../sandbox/faults/fault.ts';
import { readFaults } from '../../sandbox/faults/read-faults.ts';
import { type LocatedDocument, readLocatedDocument } from '../../terminal/read-document.ts';
import type { Streams } from '../../terminal/streams.ts';

/**
 * Reads the faults that a sandbox injects, from a YAML or JSON file.
 * @throws Failure `invalidInput` with the position of every error
 */
export async function readFaultFile(file: string, stdin: Streams['stdin']): Promise<readonly Fault[]> {
  const document = await readLocatedDocument(file, stdin);
  const { faults, issues } = readFaults(document.value);
  if (issues.length === 0) return faults;
  throw new Failure('invalidInput', `${document.file} has no usable faults`, {
    issues: issues.map((issue) => withPlace(issue, document)),
    hint: 'write for example "faults: [{method: POST, path: /scim/v2/Users, do: reset, applied: true}]"',
  });
}

/** Adds the position in the file to a finding with a path such as `faults[0].nth`. */
function withPlace(issue: Issue, document: LocatedDocument): Issue {
  const keys = [...issue.path.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));
  // A missing key has no position: use that of its parent.
  const place = issue.message === 'is missing' ? keys.slice(0, -1) : keys;
  return { ...issue, at: document.placeOf(place, 'key') };
}
