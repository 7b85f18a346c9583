import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, createWriteStream, openSync, writeFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atEndOfTest } from './end-of-test.ts';
import { BIN } from './real-bin.ts';

/** Prints on stderr when the program finds its stdout full. */
const TELL_FULL = `
const fs = require('node:fs');
const { writeSync } = fs;
fs.writeSync = (descriptor, ...rest) => {
  try {
    return writeSync(descriptor, ...rest);
  } catch (error) {
    writeSync(2, error.code + '\\n');
    throw error;
  }
};`;

/**
 * Runs the built program with a full non-blocking pipe as stdout, and empties the pipe when the program has
 * found it full.
 * @param words the words after `orgctl`, in shell syntax
 */
export async function writeToFullPipe(home: string, words: string) {
  const path = join(home, 'pipe');
  const tell = join(home, 'tell-full.cjs');
  execFileSync('mkfifo', [path]);
  writeFileSync(tell, TELL_FULL);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const filled = fill(writer);
  const child = spawn(
    'sh',
    ['-c', `read -r go; exec "${process.execPath}" --require "${tell}" "${BIN}" ${words}`],
    {
      stdio: ['pipe', createWriteStream(path, { fd: writer, autoClose: false }), 'pipe'],
      env: { PATH: process.env.PATH, ORGCTL_HOME: home },
    },
  );
  atEndOfTest(() => void child.kill());
  // Starting a process makes its output blocking; a socket makes it non-blocking again.
  const socket = new Socket({ fd: writer, readable: false, writable: true });
  let stderr = '';
  child.stderr.on('data', (piece) => {
    stderr += piece;
  });
  const ended = once(child, 'close');
  child.stdin.write('\n');
  await Promise.race([once(child.stderr, 'data'), ended]);
  const stdout = text(new Socket({ fd: reader, readable: true, writable: false }));
  const [exitCode] = await ended;
  socket.destroy();
  return { stdout: (await stdout).slice(filled), stderr, exitCode };
}

/** Fills a pipe. @returns the number of bytes written */
function fill(writer: number): number {
  let filled = 0;
  for (const size of [4096, 1])
    try {
      for (;;) filled += writeSync(writer, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  return filled;
}
