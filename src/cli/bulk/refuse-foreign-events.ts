import { lstatSync, statSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { isObject } from '../../json/is-object.ts';
import { checkCanAppend } from '../../storage/append-file.ts';
import { isDevice } from '../../storage/atomic-file.ts';
import { readFrom } from '../../storage/read-from.ts';
import { storageFailure } from '../../storage/storage-failure.ts';
import { isPlainFile } from '../../terminal/read-input.ts';
import { checkWritable } from '../printing/check-writable.ts';
import { refuseExisting } from '../printing/refuse-existing.ts';

/** Bytes in which the last event of a file ends. */
const END = 1024 * 1024;

/** Start of each event. */
const EVENT_START = '{"t":"';

/**
 * Refuses a file to which no events can be appended, before a run begins that would remain unfinished: a
 * folder, a link, a file in a missing folder, and an existing file that is read-only or whose last line is
 * not an event. The last line may be cut, after a power failure.
 * @throws Failure `usage`, `storage` if the file cannot be read or written
 */
export function refuseForeignEvents(path: string): void {
  refuseExisting(path, true);
  // A file that exists is not replaced, so its folder may be one that only others can write.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) checkWritable(path, true);
  else checkCanAppend(path);
  if (!isPlainFile(path) || isDevice(path)) return;
  if (endsWithEvent(path) || lastLineOf(path) === '') return;
  throw new Failure('usage', `${path} exists, and its last line is not an event; nothing was sent`, {
    hint: 'name another file, for example --events events.ndjson',
  });
}

/** Whether the last line of a file is an event, which may be cut. */
export function endsWithEvent(path: string): boolean {
  const last = lastLineOf(path);
  return last !== '' && isEvent(last);
}

function lastLineOf(path: string): string {
  try {
    const end = readFrom(path, Math.max(0, statSync(path).size - END)).toString();
    return end.trimEnd().split('\n').at(-1) ?? '';
  } catch (error) {
    throw storageFailure('read', path, error);
  }
}

function isEvent(line: string): boolean {
  try {
    const event: unknown = JSON.parse(line);
    return isObject(event) && typeof event['t'] === 'string' && typeof event['type'] === 'string';
  } catch {
    return line.startsWith(EVENT_START) || EVENT_START.startsWith(line);
  }
}
