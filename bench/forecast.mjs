// How far the forecast of a plan is from what applying it takes, at six quotas and at a service that says
// nothing of its own, in simulated time: the whole program against the sandbox with these quotas. The goal is
// 15 %.
// node bench/forecast.mjs

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { inspectPage } from '../inspect-page.mjs';

const GOAL = 0.15;
// Below node_modules, where the packages that the program uses are found.
const folder = join('node_modules', '.cache', 'bench-forecast');
mkdirSync(folder, { recursive: true });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const bundle = join(folder, 'forecast.mjs');
await build({
  entryPoints: ['test/support/forecast-settings.ts'],
  alias: { vitest: './bench/outside-vitest.mjs' },
  define: { ORGCTL_VERSION: '"0.0.0-bench"', ORGCTL_INSPECT_PAGE: JSON.stringify(inspectPage()) },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  outfile: bundle,
  logLevel: 'error',
});
const { FORECAST_SETTINGS, forecastAndTruth } = await import(pathToFileURL(bundle).href);

const missed = [];
console.log('| setting | rows | forecast | took | off by |');
console.log('| --- | --- | --- | --- | --- |');
for (const setting of FORECAST_SETTINGS) {
  const { applied, seconds, truth } = await forecastAndTruth(setting);
  const off = seconds / truth - 1;
  const percent = `${off < 0 ? '−' : '+'}${(Math.abs(off) * 100).toFixed(1)} %`;
  console.log(`| ${setting.name} | ${setting.rows} | ${seconds} s | ${truth.toFixed(1)} s | ${percent} |`);
  if (applied.exit !== 0 || Math.abs(off) > GOAL) missed.push(setting.name);
}
if (missed.length > 0) {
  console.log(`\nnot within ${GOAL * 100} %: ${missed.join(', ')}`);
  process.exitCode = 1;
}
