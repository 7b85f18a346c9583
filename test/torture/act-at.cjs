// Loaded in front of the built program: does something to it at a named moment, the n-th time that it comes.
// ORGCTL_AT is NAME:N:ACT. Nothing of the program knows of this.

const fs = require('node:fs');
const timers = require('node:timers/promises');
const { spawn } = require('node:child_process');

const [wanted = '', count = '1', act = 'SIGKILL'] = (process.env.ORGCTL_AT ?? '').split(':');
const markFile = process.env.ORGCTL_MARKS ?? '';
const { appendFileSync, openSync, writeSync, fdatasync } = fs;
const { mkdirSync, renameSync, linkSync, rmSync } = fs;
let left = Number(count);
/** What the disk does from now on. */
let trouble = '';

/** Whether this is the moment: it came so many times more. */
function isMoment(name, times = 1) {
  if (name !== wanted || left <= 0) return false;
  left -= times;
  return left <= 0;
}

/** Does what is to be done when this is the moment. */
function moment(name, times) {
  if (!isMoment(name, times)) return;
  if (act === 'SIGINT2') {
    process.kill(process.pid, 'SIGINT');
    process.kill(process.pid, 'SIGINT');
  } else if (act === 'SIGSTOP') {
    // Nobody else is there to wake it up.
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

/** The records of a kind that a write to a journal holds. */
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
    // Once: a program that tried again would be told that all is well, as a kernel does.
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
  // The space that was kept is free again.
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

// What the time is when a signal arrives, before the program hears of it.
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

// The service that is tortured shows a write at once; the two seconds of patience with slow reads would be most of the time.
const sleep = timers.setTimeout;
timers.setTimeout = (milliseconds, ...rest) => sleep(Math.min(milliseconds, 5), ...rest);
