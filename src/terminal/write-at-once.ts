import { writeSync } from 'node:fs';
import { systemErrorCode } from '../failure/failure.ts';
import { redactOutput } from '../gate/gate.ts';
import type { Streams } from './streams.ts';

/** Maximum number of attempts on a stream that is temporarily full (EAGAIN) because its reader is slow. */
const MAX_TRIES = 50;

/** Erases the current terminal line, such as a spinner. */
const ERASE_LINE = '\r\u001b[K';

/**
 * Writes a line synchronously. The process exits next, so a buffered write would be lost. Write errors are
 * ignored.
 * @param text already safe for a terminal
 */
export function writeAtOnce(stream: Streams['stderr'], text: string): void {
  const line = redactOutput(`${stream.isTTY === true ? ERASE_LINE : ''}${text}\n`, 'words');
  const descriptor = 'fd' in stream ? stream.fd : undefined;
  // A stream in a test has no file descriptor.
  if (typeof descriptor !== 'number') return void stream.write(line);
  let left = Buffer.from(line);
  for (let tries = 0; left.length > 0 && tries < MAX_TRIES; tries += 1) {
    try {
      left = left.subarray(writeSync(descriptor, left));
    } catch (error) {
      if (systemErrorCode(error) !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
