// Preloaded before the built program: records its disk operations below its home folder and its events, in
// order, in the file ORGCTL_DISK_LOG. The program does not know about this file.

const fs = require('node:fs');
const timers = require('node:timers/promises');

const home = process.env.ORGCTL_HOME ?? '';
const log = process.env.ORGCTL_DISK_LOG ?? '';
const { appendFileSync, closeSync, existsSync, fdatasync, fstatSync, fsyncSync, ftruncateSync } = fs;
const { linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } = fs;

/** Number of the last line. */
let next = 0;
const tell = (operation) => {
  next += 1;
  appendFileSync(log, `${JSON.stringify({ ...operation, n: next })}\n`);
};
const isOurs = (path) => typeof path === 'string' && path.startsWith(home);

/** Paths by file descriptor, and the descriptors of the events file, which another program reads. */
const files = new Map();
const shown = new Set();

fs.openSync = (path, ...rest) => {
  const isNew = isOurs(path) && !existsSync(path);
  const file = openSync(path, ...rest);
  files.delete(file);
  shown.delete(file);
  if (String(path).endsWith('events.ndjson')) shown.add(file);
  else if (isOurs(path)) {
    files.set(file, path);
    tell({ op: 'open', file, path, isNew, isFolder: fstatSync(file).isDirectory() });
  }
  return file;
};

fs.closeSync = (file) => {
  files.delete(file);
  shown.delete(file);
  closeSync(file);
};

fs.writeSync = (file, bytes, from = 0, ...rest) => {
  const at = fstatSync(file).size;
  const written = writeSync(file, bytes, from, ...rest);
  const data = Buffer.from(bytes).subarray(from, from + written);
  if (shown.has(file)) tell({ op: 'shown', text: data.toString() });
  if (files.has(file)) tell({ op: 'write', file, at, data: data.toString('base64') });
  return written;
};

fs.writeFileSync = (path, bytes, ...rest) => {
  const isNew = isOurs(path) && !existsSync(path);
  writeFileSync(path, bytes, ...rest);
  if (!isOurs(path)) return;
  tell({ op: 'open', file: -1, path, isNew, isFolder: false });
  tell({ op: 'truncate', file: -1, size: 0 });
  tell({ op: 'write', file: -1, at: 0, data: Buffer.from(bytes).toString('base64') });
};

fs.ftruncateSync = (file, size) => {
  ftruncateSync(file, size);
  if (files.has(file)) tell({ op: 'truncate', file, size });
};

fs.fsyncSync = (file) => {
  const since = next;
  fsyncSync(file);
  if (files.has(file)) tell({ op: 'sync', file, since });
};

fs.fdatasync = (file, done) => {
  const since = next;
  fdatasync(file, (error) => {
    if (files.has(file) && error === null) tell({ op: 'sync', file, since });
    done(error);
  });
};

fs.mkdirSync = (path, ...rest) => {
  const made = [];
  for (let folder = path; isOurs(folder) && folder !== home && !existsSync(folder); ) {
    made.unshift(folder);
    folder = folder.slice(0, folder.lastIndexOf('/'));
  }
  const first = mkdirSync(path, ...rest);
  for (const folder of made) tell({ op: 'mkdir', path: folder });
  return first;
};

fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (isOurs(to)) tell({ op: 'rename', from, to });
};

fs.linkSync = (from, to) => {
  linkSync(from, to);
  if (isOurs(to)) tell({ op: 'link', from, to });
};

fs.rmSync = (path, ...rest) => {
  const wasThere = isOurs(path) && existsSync(path);
  rmSync(path, ...rest);
  if (wasThere) tell({ op: 'remove', path });
};

const sleep = timers.setTimeout;
timers.setTimeout = (milliseconds, ...rest) => sleep(Math.min(milliseconds, 5), ...rest);
