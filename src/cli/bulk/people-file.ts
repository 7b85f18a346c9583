import { extname } from 'node:path';
import type { ReadRun } from '../../bulk/report/merge-runs.ts';
import { peopleChangesOf } from '../../bulk/report/people-changes.ts';
import { PEOPLE_DOCUMENTS } from '../../bulk/report/people-documents.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import { keysOf } from '../../values/keys-of.ts';
import type { Context } from '../context.ts';
import { checkWritable } from '../printing/check-writable.ts';

type Form = keyof typeof PEOPLE_DOCUMENTS;

/** @throws Failure `usage` for an unknown file extension, or a file that exists */
export function checkPeopleFile(file: string, mayReplace: boolean): void {
  formOf(file);
  checkWritable(file, mayReplace);
}

/** Writes which users and groups were changed, and how, in the format of the file extension. */
export async function writePeople(context: Context, file: string, runs: readonly ReadRun[]): Promise<void> {
  const changes = peopleChangesOf(runs);
  writeFileAtomic(file, PEOPLE_DOCUMENTS[formOf(file)](changes));
  await context.messages.note(
    `${pluralize(changes.length, 'change')} of users and groups written to ${file}`,
  );
}

function formOf(file: string): Form {
  const end = extname(file).toLowerCase();
  const form = keysOf(PEOPLE_DOCUMENTS).find((one) => one === end);
  if (form !== undefined) return form;
  throw new Failure(
    'usage',
    `--people ${file}: the file name must end in one of ${Object.keys(PEOPLE_DOCUMENTS).join(', ')}`,
  );
}
