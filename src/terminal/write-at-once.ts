import { writeSync } from 'node:fs';
import { systemErrorCode } from '../failure/failure.ts';
import { allowedOut } from '../gate/gate.ts';
import type { Streams } from './streams.ts';

/** How often a stream that takes no more for now is asked again: its reader may be a moment late. */
const MOST_TRIES = 50;

/** Takes a line away that is drawn again and again, such as a spinner. */
const ERASE_LINE = '\r\u001b[K';

/**
 * Writes a line and returns when it is written: the process ends next, and nothing that waits would be
 * written any more. What cannot be written is dropped.
 * @param text safe for a terminal already
 */
export function writeAtOnce(stream: Streams['stderr'], text: string): void {
  const line = allowedOut(`${stream.isTTY === true ? ERASE_LINE : ''}${text}\n`, 'words');
  const descriptor = 'fd' in stream ? stream.fd : undefined;
  // A stream of a test has no file behind it.
  if (typeof descriptor !== 'number') return void stream.write(line);
  let left = Buffer.from(line);
  for (let tries = 0; left.length > 0 && tries < MOST_TRIES; tries += 1) {
    try {
      left = left.subarray(writeSync(descriptor, left));
    } catch (error) {
      if (systemErrorCode(error) !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
