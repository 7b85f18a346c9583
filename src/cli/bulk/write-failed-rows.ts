import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { failedRows, reasonsOf } from '../../bulk/report/failed-rows.ts';
import type { Outcome } from '../../bulk/run/journal.ts';
import { Failure } from '../../failure/failure.ts';
import { DEFAULT_VENDOR } from '../../spec/scim-schemas.ts';
import { createAtomicFile } from '../../storage/atomic-file.ts';
import { readBytes } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';

/**
 * Looks whether the failed rows of an input can be written, before anything is sent.
 * @throws Failure `usage` when there is a file already, or the input is read once only.
 */
export function checkFailedOut(input: string, out: string | undefined, mayReplace: boolean): void {
  if (out === undefined) return;
  if (input === '-')
    throw new Failure('usage', '--failed-out needs a file: stdin cannot be read again', {
      hint: 'save the input, and name its file',
    });
  if (!existsSync(out)) return;
  if (existsSync(input) && realpathSync(out) === realpathSync(input))
    throw new Failure('usage', `${out} is the input itself`, { hint: 'choose another name' });
  if (!mayReplace)
    throw new Failure('usage', `${out} exists`, { hint: 'choose another name or add --force' });
}

/**
 * Writes the rows of a plan's source whose changes failed, with the reason in columns that readers pass over. Without a failure there is
 * no file.
 * @throws Failure `stale` when the source changed since the plan was made, `storage` when the file cannot be written.
 */
export async function writeFailedRows(
  context: Context,
  { source, changes }: Plan,
  outcomes: ReadonlyMap<string, Outcome>,
  out: string,
): Promise<void> {
  const reasons = reasonsOf(changes, outcomes);
  if (reasons.size === 0) return;
  const { file, digest } = source;
  if (!existsSync(file) || createHash('sha256').update(readFileSync(file)).digest('hex') !== digest)
    throw new Failure('stale', `the failed rows cannot be written: ${file} is gone or changed since`);
  const target = createAtomicFile(out);
  const vendor = context.common.vendor ?? DEFAULT_VENDOR;
  const bytes = readBytes(file, context.world.streams.stdin);
  for await (const piece of failedRows(bytes, file, vendor, reasons)) target.write(piece);
  target.commit();
  const count = reasons.size === 1 ? '1 failed row' : `${reasons.size} failed rows`;
  const map = source.reading?.map === undefined ? '' : ` --map ${source.reading.map.file}`;
  await context.messages.note(`${count} in ${out}; correct and apply: orgctl bulk apply ${out}${map}`);
}
