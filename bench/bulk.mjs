// Bulk work at full size: check, plan, apply and resume. Whole processes: time and peak memory.
// node bench/bulk.mjs [check|plan|saved|resume] [--runs 7] [--rows 1000000]

import { spawn } from 'node:child_process';
import { createWriteStream, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { numbersFrom } from './numbers-from.mjs';
import { alternate, folder, freshHome, measure, median, ORGCTL, printTable } from './whole-process.mjs';

const words = process.argv.slice(2);
const what = words[0] === undefined || words[0].startsWith('--') ? 'all' : words.shift();
const { runs, rows } = numbersFrom({ runs: 7, rows: 0 }, words);
const table = [['what', 'rows', 'wall', 'processor', 'peak MB', 'goal']];

/** Adds the medians of some runs to the table. */
function show(name, count, measured, goal) {
  const seconds = (of) => `${(median(measured.map(of)) / 1000).toFixed(2)} s`;
  const peak = Math.round(median(measured.map(({ mb }) => mb)));
  table.push([name, count, seconds(({ ms }) => ms), seconds(({ cpu }) => cpu), peak, goal]);
}

/** Adds what one is of the other. */
function showRatio(name, own, base, goal) {
  const ratio = (of) => (median(own.map(of)) / median(base.map(of))).toFixed(2);
  table.push([name, '', ratio(({ ms }) => ms), ratio(({ cpu }) => cpu), '', goal]);
}

async function writeRows(path, heading, rows, row) {
  const file = createWriteStream(path);
  file.write(`${heading}\n`);
  for (let n = 0; n < rows; n += 1) {
    if (!file.write(`${row(n)}\n`)) await new Promise((resolve) => file.once('drain', resolve));
  }
  await new Promise((resolve) => file.end(resolve));
}

async function check(count) {
  const path = join(folder, 'check.csv');
  await writeRows(
    path,
    'email,userName,givenName,familyName,title,department,manager,startDate',
    count,
    (n) =>
      `person${n}@example.com,person.${n},Given${n},Family${n},Engineer,Research,boss${n % 100}@example.com,2026-01-15`,
  );
  const alone = join(process.cwd(), `.bench-${process.pid}.mjs`);
  writeFileSync(
    alone,
    `import { createReadStream } from 'node:fs'; import { parse } from 'csv-parse'; let n = 0;
     for await (const _ of createReadStream(process.argv[2]).pipe(parse({ columns: true }))) n += 1;`,
  );
  try {
    const [parser, own] = await alternate(runs, [
      () => measure([alone, path]),
      () => measure([ORGCTL, 'bulk', 'check', path]),
    ]);
    show('csv-parse alone', count, parser, '');
    show('bulk check', count, own, '≤ 130 MB');
    showRatio('bulk check ÷ csv-parse', own, parser, '≤ 1.2');
  } finally {
    rmSync(alone);
  }
}

/** A sandbox on a port, with this many users. */
async function serve(users) {
  const server = join(folder, 'server.mjs');
  const source = `
    import { organizationOf, account, TOKENS } from '${process.cwd()}/test/support/organization-world.ts';
    import { openSandbox } from '${process.cwd()}/src/sandbox/sandbox.ts';
    import { listen } from '${process.cwd()}/src/sandbox/listen.ts';
    const users = Array.from({ length: ${users} }, (_, n) => account('u' + n, { title: 'Before', givenName: 'Given' + n, familyName: 'Family' + n, displayName: 'Given Family', department: 'Research', startDate: '2026-01-15T00:00:00+0000' }, { hasCustomProfile: true }));
    const sandbox = await openSandbox({ initial: organizationOf({ users }), now: Date.now });
    const { origin } = await listen(sandbox, 0, Date.now);
    console.log(origin + ' ' + TOKENS.primaryOwner);`;
  await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: server,
    logLevel: 'error',
  });
  const child = spawn(process.execPath, ['--max-old-space-size=4096', server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [origin, token] = await new Promise((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim().split(' '))),
  );
  return { child, args: ['--scim-url', origin, '--scim-version', '2.0'], env: { ORGCTL_TOKEN: token } };
}

/** A user whose home is new, so that no run sees what another one left. */
const plain = (command, env) => () =>
  measure([ORGCTL, ...command, '-o', 'ndjson'], { env: { ...env, ORGCTL_HOME: freshHome() }, accept: ANY });
/** What the program says of the rows is not what is measured. */
const ANY = [0, 1, 2, 3, 4, 5, 6];

async function plan(count) {
  const few = join(folder, 'people.csv');
  await writeRows(
    few,
    'email,title,department',
    count,
    (n) => `u${n}@example.com,${n % 100 === 0 ? 'After' : 'Before'},Research`,
  );
  const all = join(folder, 'all.csv');
  await writeRows(all, 'email,title', count, (n) => `u${n}@example.com,All`);
  const { child, args, env } = await serve(count);
  const [planFew, planAll] = await alternate(runs, [
    plain([...args, 'bulk', 'plan', few], env),
    plain([...args, 'bulk', 'plan', all], env),
  ]);
  show('bulk plan, one row in 100 changes something', count, planFew, '≤ 10 s on 2 cores, ≤ 400 MB');
  show('bulk plan, every row does', count, planAll, '≤ 10 s on 2 cores, ≤ 400 MB');
  // Once: then there is nothing left to change.
  const [applyFew] = await alternate(1, [plain([...args, 'bulk', 'apply', few, '--yes'], env)]);
  show('bulk apply of one row in 100, once', count / 100, applyFew, '≤ 512 MB');
  const [applyAll] = await alternate(1, [plain([...args, 'bulk', 'apply', all, '--yes'], env)]);
  show('bulk apply of every row, once', count, applyAll, '≤ 512 MB');
  child.kill();
}

/**
 * A saved plan of one change in a hundred users: from the start of the program until the first change leaves.
 */
async function saved(count) {
  const file = join(folder, 'saved.csv');
  const title = (n) => `u${n * 100}@example.com,Saved`;
  await writeRows(file, 'email,title', count / 100, title);
  const { child, args, env } = await serve(count);
  const planFile = join(folder, 'plan.json');
  await measure([ORGCTL, ...args, 'bulk', 'plan', file, '--out', planFile], { env });
  const home = freshHome();
  const begun = Date.now();
  const command = [ORGCTL, ...args, 'bulk', 'apply', planFile, '--yes', '-o', 'ndjson'];
  const measured = await measure(command, { env: { ...env, ORGCTL_HOME: home }, accept: ANY });
  const runFolder = join(home, 'state', 'runs');
  const [id] = readdirSync(runFolder);
  const records = readFileSync(join(runFolder, id, 'journal.ndjson'), 'utf8')
    .trimEnd()
    .split('\n');
  const first = records.map((line) => JSON.parse(line)).find(({ type }) => type === 'intent');
  const ms = Date.parse(first.t) - begun;
  show('a saved plan, until the first change, once', count / 100, [{ ...measured, ms }], '≤ 2 s');
  child.kill();
}

async function resume(count) {
  const path = join(folder, 'new.csv');
  await writeRows(path, 'email,userName', count, (n) => `n${n}@example.com,n${n}`);
  const { child, args, env } = await serve(10);
  const home = freshHome();
  const command = (...more) => [ORGCTL, ...args, 'bulk', ...more, '--yes', '-o', 'ndjson'];
  await measure(command('apply', path), { env: { ...env, ORGCTL_HOME: home } });
  const state = join(home, 'state', 'runs');
  const [id] = readdirSync(state).sort().slice(-1);
  const journal = join(state, id, 'journal.ndjson');
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
  const [start, resumed] = await alternate(runs, [
    () => measure([ORGCTL, 'bulk', 'runs', '--help']),
    () => {
      // As if it had been stopped before its last change.
      writeFileSync(journal, `${lines.slice(0, -3).join('\n')}\n`);
      return measure(command('resume', id), { env: { ...env, ORGCTL_HOME: home }, accept: ANY });
    },
  ]);
  show('start of the program alone', '', start, '');
  show('bulk resume, the last row left', count, resumed, 'ready ≤ 1 s');
  child.kill();
}

if (what === 'all' || what === 'check') await check(rows || 1_000_000);
if (what === 'all' || what === 'plan') await plan(rows || 100_000);
if (what === 'all' || what === 'saved') await saved(rows || 100_000);
if (what === 'all' || what === 'resume') await resume(rows || 10_000);
console.log(`bulk work, median of ${runs} alternating runs, Node ${process.versions.node}`);
printTable(table);
