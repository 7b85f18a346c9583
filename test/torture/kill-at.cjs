// Loaded in front of the built program: ends it with SIGKILL at a named moment, the n-th time that it comes.
// ORGCTL_KILL_AT is NAME:N. Nothing of the program knows of this.

const fs = require('node:fs');
const timers = require('node:timers/promises');

const [wanted = '', count = '1'] = (process.env.ORGCTL_KILL_AT ?? '').split(':');
let left = Number(count);

/** Ends the process when this is the moment. */
function moment(name) {
  if (name !== wanted) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

/** Whether the next time that the moment comes is the one. */
function isNext(name) {
  return name === wanted && left === 1;
}

const journals = new Set();
const { openSync, writeSync, fdatasync, mkdirSync, renameSync, linkSync } = fs;

fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  if (String(path).endsWith('journal.ndjson') && rest[0] !== 'r') journals.add(file);
  else journals.delete(file);
  return file;
};

/** What a write to a journal holds. */
function kindOf(bytes) {
  const text = bytes.toString();
  return (
    ['run.end', 'run.start', 'intent', 'outcome'].find((kind) => text.includes(`"type":"${kind}"`)) ?? 'other'
  );
}

let lastKind = 'other';
fs.writeSync = (file, bytes, ...rest) => {
  if (!journals.has(file)) return writeSync(file, bytes, ...rest);
  lastKind = kindOf(bytes);
  moment(`journal.before-${lastKind}`);
  if (isNext(`journal.mid-${lastKind}`)) writeSync(file, bytes, 0, Math.floor(bytes.length / 2));
  moment(`journal.mid-${lastKind}`);
  const written = writeSync(file, bytes, ...rest);
  moment(`journal.after-${lastKind}-write`);
  return written;
};

fs.fdatasync = (file, done) => {
  const kind = lastKind;
  return fdatasync(file, (error) => {
    if (journals.has(file)) moment(`journal.after-${kind}-sync`);
    done(error);
  });
};

fs.mkdirSync = (path, ...rest) => {
  const made = mkdirSync(path, ...rest);
  if (/runs.\d{8}-\d{6}-\w+$/.test(String(path))) moment('run.after-mkdir');
  return made;
};

fs.renameSync = (from, to) => {
  const isPlan = String(to).endsWith('plan.json');
  if (isPlan) moment('plan.before-rename');
  renameSync(from, to);
  if (isPlan) moment('plan.after-rename');
};

fs.linkSync = (from, to) => {
  linkSync(from, to);
  if (String(to).includes('locks')) moment('lock.after-create');
};

// The service that is tortured shows a write at once; the two seconds of patience with slow reads would be most of the time.
const sleep = timers.setTimeout;
timers.setTimeout = (milliseconds, ...rest) => sleep(Math.min(milliseconds, 5), ...rest);
