// Bulk work at full size: checking a file, planning and carrying it out, going on with a run. Whole processes: time and peak memory.
// node bench/bulk.mjs [check|plan|resume] [rows]

import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'orgctl-bench-'));
const peak = join(folder, 'peak.cjs');
writeFileSync(
  peak,
  "process.on('exit', () => console.error('PEAK', process.resourceUsage().maxRSS / 1024, process.cpuUsage().user / 1e6));",
);

/** Runs a program. @returns seconds, seconds of processor time, peak MB, and what it printed. */
function run(args, env = {}) {
  const start = performance.now();
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--require', peak, ...args], {
    env: { PATH: process.env.PATH, ORGCTL_HOME: folder, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const [, megabytes, cpu] = /PEAK (\S+) (\S+)/.exec(stderr) ?? [];
  return {
    seconds: (performance.now() - start) / 1000,
    cpu: Number(cpu),
    megabytes: Number(megabytes),
    status,
    stderr,
    stdout,
  };
}

function show(name, { seconds, cpu, megabytes, status }, goal) {
  console.log(
    `${name.padEnd(44)} ${seconds.toFixed(1).padStart(7)} s ${cpu.toFixed(1).padStart(7)} s cpu ${megabytes.toFixed(0).padStart(5)} MB  exit ${status}  goal ${goal}`,
  );
}

async function writeRows(path, heading, rows, row) {
  const file = createWriteStream(path);
  file.write(`${heading}\n`);
  for (let n = 0; n < rows; n += 1) {
    if (!file.write(`${row(n)}\n`)) await new Promise((resolve) => file.once('drain', resolve));
  }
  await new Promise((resolve) => file.end(resolve));
}

async function check(rows) {
  const path = join(folder, 'check.csv');
  await writeRows(
    path,
    'email,userName,givenName,familyName,title,department,manager,startDate',
    rows,
    (n) =>
      `person${n}@example.com,person.${n},Given${n},Family${n},Engineer,Research,boss${n % 100}@example.com,2026-01-15`,
  );
  const alone = join(process.cwd(), `.bench-${process.pid}.mjs`);
  writeFileSync(
    alone,
    `import { createReadStream } from 'node:fs'; import { parse } from 'csv-parse'; let n = 0;
     for await (const _ of createReadStream(process.argv[2]).pipe(parse({ columns: true }))) n += 1;`,
  );
  const rounds = 3;
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const parser = run([alone, path]);
    const own = run(['bin/orgctl.js', 'bulk', 'check', path]);
    show(`csv-parse alone, ${rows} rows`, parser, '-');
    show(`bulk check, ${rows} rows`, own, '<= 150 MB, <= 2 x the parser');
    ratios.push(own.cpu / parser.cpu);
  }
  rmSync(alone);
  console.log(`ratio of processor time, median: ${ratios.sort()[1].toFixed(2)}`);
}

/** A sandbox on a port, with so many users. */
async function serve(users) {
  const server = join(folder, 'server.mjs');
  const source = `
    import { organisationOf, account, TOKENS } from '${process.cwd()}/test/support/organisation-world.ts';
    import { openSandbox } from '${process.cwd()}/src/sandbox/sandbox.ts';
    import { listen } from '${process.cwd()}/src/sandbox/listen.ts';
    const users = Array.from({ length: ${users} }, (_, n) => account('u' + n, { title: 'Before', givenName: 'Given' + n, familyName: 'Family' + n, displayName: 'Given Family', department: 'Research', startDate: '2026-01-15T00:00:00+0000' }, { hasCustomProfile: true }));
    const sandbox = await openSandbox({ initial: organisationOf({ users }), now: Date.now });
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

async function plan(rows) {
  const path = join(folder, 'people.csv');
  await writeRows(
    path,
    'email,title,department',
    rows,
    (n) => `u${n}@example.com,${n % 100 === 0 ? 'After' : 'Before'},Research`,
  );
  const { child, args, env } = await serve(rows);
  show(
    `bulk plan, ${rows} rows x ${rows} users`,
    run(['bin/orgctl.js', ...args, 'bulk', 'plan', path, '-o', 'ndjson'], env),
    '<= 10 s on 2 cores, <= 512 MB',
  );
  show(
    `bulk apply, ${rows / 100} changes`,
    run(['bin/orgctl.js', ...args, 'bulk', 'apply', path, '--yes', '-o', 'ndjson'], env),
    '<= 512 MB',
  );
  const all = join(folder, 'all.csv');
  await writeRows(all, 'email,title', rows, (n) => `u${n}@example.com,All`);
  show(
    `bulk plan, ${rows} changes`,
    run(['bin/orgctl.js', ...args, 'bulk', 'plan', all, '-o', 'ndjson'], env),
    '<= 10 s on 2 cores, <= 512 MB',
  );
  child.kill();
}

async function resume(rows) {
  const path = join(folder, 'new.csv');
  await writeRows(path, 'email,userName', rows, (n) => `n${n}@example.com,n${n}`);
  const { child, args, env } = await serve(10);
  run(['bin/orgctl.js', ...args, 'bulk', 'apply', path, '--yes', '-o', 'ndjson'], env);
  const id = readdirSync(join(folder, 'state', 'runs'))
    .sort()
    .at(-1);
  const journal = join(folder, 'state', 'runs', id, 'journal.ndjson');
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
  // As if it had been stopped before its last change.
  writeFileSync(journal, `${lines.slice(0, -3).join('\n')}\n`);
  show(`start of the program alone`, run(['bin/orgctl.js', 'bulk', 'runs', '--help'], env), '-');
  show(
    `bulk resume of ${rows} rows, the last one left`,
    run(['bin/orgctl.js', ...args, 'bulk', 'resume', id, '--yes', '-o', 'ndjson'], env),
    'ready <= 1 s',
  );
  child.kill();
}

const [what = 'all', count] = process.argv.slice(2);
try {
  if (what === 'all' || what === 'check') await check(Number(count ?? 1_000_000));
  if (what === 'all' || what === 'plan') await plan(Number(count ?? 100_000));
  if (what === 'all' || what === 'resume') await resume(Number(count ?? 10_000));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
