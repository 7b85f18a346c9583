// Preloaded before the built program: performs an action the n-th time that a named moment is reached.
// ORGCTL_AT is NAME:N:ACT. The program does not know about this file.

const fs = require('node:fs');
const timers = require('node:timers/promises');
const { spawn } = require('node:child_process');

const [wanted = '', count = '1', act = 'SIGKILL'] = (process.env.ORGCTL_AT ?? '').split(':');
const markFile = process.env.ORGCTL_MARKS ?? '';
const { appendFileSync, openSync, writeSync, fdatasync } = fs;
const { mkdirSync, renameSync, linkSync, rmSync } = fs;
let left = Number(count);
/** The disk error that is currently simulated. */
let trouble = '';

/** Counts down, and returns whether the moment has been reached often enough. */
function isMoment(name, times = 1) {
  if (name !== wanted || left <= 0) return false;
  left -= times;
  return left <= 0;
}

/** Performs the action if this is the moment. */
function moment(name, times) {
  if (!isMoment(name, times)) return;
  if (act === 'SIGINT2') {
    process.kill(process.pid, 'SIGINT');
    process.kill(process.pid, 'SIGINT');
  } else if (act === 'SIGSTOP') {
    // A stopped process cannot wake itself up.
    const nap = spawn('sh', ['-c', `sleep 0.1; kill -CONT ${process.pid}`], {
      detached: true,
      stdio: 'ignore',
    });
    nap.unref();
    process.kill(process.pid, 'SIGSTOP');
  } else if (act.startsWith('SIG')) {
    process.kill(process.pid, act);
  } else {
    trouble = act;
  }
}

function failure(code) {
  return Object.assign(new Error(code), { code, syscall: 'write' });
}

const journals = new Set();
fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  if (String(path).endsWith('journal.ndjson') && rest[0] !== 'r') {
    journals.add(file);
  } else {
    journals.delete(file);
  }
  return file;
};

const KINDS = ['run.end', 'run.start', 'intent', 'outcome'];

/** Number of records of a kind in a write to a journal. */
function countOf(kind, text) {
  return text.split(`"type":"${kind}"`).length - 1;
}

let unsynced = '';
fs.writeSync = (file, bytes, from = 0, ...rest) => {
  if (!journals.has(file) || typeof bytes === 'string') return writeSync(file, bytes, from, ...rest);
  const text = bytes.toString('utf8', from);
  unsynced = text;
  const counts = KINDS.map((kind) => [kind, countOf(kind, text)]).filter(([, times]) => times > 0);
  for (const [kind, times] of counts) moment(`journal.before-${kind}`, times);
  if (trouble === 'ENOSPC') throw failure('ENOSPC');
  if (trouble === 'SHORT') {
    trouble = 'ENOSPC';
    return writeSync(file, bytes, from, Math.floor((bytes.length - from) / 2));
  }
  let half = 0;
  for (const [kind, times] of counts) {
    if (`journal.mid-${kind}` !== wanted || left > times) continue;
    half = Math.floor((bytes.length - from) / 2);
    writeSync(file, bytes, from, half);
  }
  for (const [kind, times] of counts) moment(`journal.mid-${kind}`, times);
  const written = half + writeSync(file, bytes, from + half, ...rest);
  for (const [kind, times] of counts) moment(`journal.after-${kind}-write`, times);
  return written;
};

fs.fdatasync = (file, done) => {
  const text = unsynced;
  if (trouble === 'EIO' && journals.has(file)) {
    // Only once: like a kernel, which reports success if the program flushes again.
    trouble = '';
    return setImmediate(() => done(failure('EIO')));
  }
  return fdatasync(file, (error) => {
    if (journals.has(file))
      for (const kind of KINDS) {
        const times = countOf(kind, text);
        if (times > 0) moment(`journal.after-${kind}-sync`, times);
      }
    done(error);
  });
};

fs.rmSync = (path, ...rest) => {
  rmSync(path, ...rest);
  // Removing the disk reserve frees space.
  if (String(path).endsWith('.reserve') && trouble === 'ENOSPC') trouble = '';
};

fs.mkdirSync = (path, ...rest) => {
  const made = mkdirSync(path, ...rest);
  if (/runs.\d{8}-\d{6}-\w+$/.test(String(path))) moment('run.after-mkdir');
  return made;
};

fs.renameSync = (from, to) => {
  const isPlan = String(to).endsWith('plan.json');
  if (isPlan) moment('plan.before-rename');
  if (isPlan && trouble === 'EXDEV') throw failure('EXDEV');
  renameSync(from, to);
  if (isPlan) moment('plan.after-rename');
};

fs.linkSync = (from, to) => {
  linkSync(from, to);
  if (String(to).includes('locks')) moment('lock.after-create');
};

// Records the time of a signal before the program receives it.
const on = process.on.bind(process);
const mark = () => {
  appendFileSync(markFile, `${JSON.stringify({ at: Date.now() })}\n`);
};
const marked = new Set();
process.on = (name, listener) => {
  if ((name === 'SIGINT' || name === 'SIGTERM') && markFile !== '' && !marked.has(name)) {
    marked.add(name);
    on(name, mark);
  }
  return on(name, listener);
};

// The service shows a write immediately, so waiting two seconds for slow reads would only take time.
const sleep = timers.setTimeout;
timers.setTimeout = (milliseconds, ...rest) => sleep(Math.min(milliseconds, 5), ...rest);
