// How much of a quota that is not known a run uses, over every shape that occurs, in simulated time: the
// layers of the program against services with a bucket or a fixed window. Prints each family, and the cells
// that miss the goals. Where jitter lets no client that sends evenly use the whole quota with 2 % refused,
// the share that it can use is what a cell is measured by.
// node bench/grid.mjs [--every 1] [--seed 0] (every n-th cell alone; other random numbers)

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { numbersFrom } from './numbers-from.mjs';

const { every, seed } = numbersFrom({ every: 1, seed: 0 });
const GOALS = { share: 0.93, refused: 0.02 };

const folder = mkdtempSync(join(tmpdir(), 'orgctl-grid-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const bundle = join(folder, 'grid.mjs');
await build({
  stdin: {
    contents: `export { evenShare } from './test/support/even-share.ts'; export { quotaGrid } from './test/support/quota-grid.ts'; export { simulateRate } from './test/support/rate-simulation.ts';`,
    resolveDir: process.cwd(),
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: bundle,
  logLevel: 'error',
});
const { evenShare, quotaGrid, simulateRate } = await import(pathToFileURL(bundle).href);

const families = new Map();
const missed = [];
const shares = [];
const CELLS_A_SEED = 10_000;
for (const [index, one] of quotaGrid().entries()) {
  if (index % every !== 0) continue;
  const cell = { ...one, seed: one.seed + seed * CELLS_A_SEED };
  const { share, refused, failed } = await simulateRate(cell);
  families.set(cell.family, [...(families.get(cell.family) ?? []), { share, refused, failed }]);
  shares.push(share);
  const most = evenShare(cell);
  if (share >= GOALS.share * most && refused <= GOALS.refused && failed === 0) continue;
  const { family, shape, latency, jitter, retryAfter } = cell;
  missed.push(
    `${family}, ${shape.perSecond}/s, ${latency} ms ± ${jitter * 100} %, Retry-After ${retryAfter}: ${share.toFixed(3)} of ${most.toFixed(3)}, ${(refused * 100).toFixed(2)} % refused, ${failed} failed`,
  );
}

const at = (numbers, part) => {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(part * (sorted.length - 1))].toFixed(3);
};
console.log('| family | cells | share min | p5 | median | refused median | max | failed |');
console.log('|---|---|---|---|---|---|---|---|');
for (const [family, results] of families) {
  const of = (key) => results.map((result) => result[key]);
  const failed = of('failed').reduce((sum, one) => sum + one, 0);
  const percent = (part) => `${(at(of('refused'), part) * 100).toFixed(1)} %`;
  console.log(
    `| ${family} | ${results.length} | ${at(of('share'), 0)} | ${at(of('share'), 0.05)} | ${at(of('share'), 0.5)} | ${percent(0.5)} | ${percent(1)} | ${failed} |`,
  );
}
console.log(
  `\n${missed.length} of ${shares.length} cells miss a goal; the median share is ${at(shares, 0.5)}`,
);
for (const line of missed) console.log(line);
