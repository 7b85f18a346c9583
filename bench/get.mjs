// How long "scim users get" takes, as a multiple of the smallest undici program that does the same GET.
// node bench/get.mjs [--runs 15]

import { numbersFrom } from './numbers-from.mjs';
import { alternate, measure, median, ORGCTL, printTable, stub, TOKEN, towards } from './whole-process.mjs';

const { runs } = numbersFrom({ runs: 15 });
const service = await stub({ users: 10 });
const own = () =>
  measure([ORGCTL, ...towards(service), 'scim', 'users', 'get', 'W000000001', '-o', 'json'], { env: TOKEN });
const smallest = () => measure(['bench/smallest-get.mjs', service.origin, 'W000000001']);
await own();
const [smallestRuns, ownRuns] = await alternate(runs, [smallest, own]);
service.stop();
const [smallestMs, ownMs] = [smallestRuns, ownRuns].map((all) => median(all.map(({ ms }) => ms)));
console.log(`one GET, median of ${runs} alternating runs, Node ${process.versions.node}`);
printTable([
  ['smallest undici program', 'orgctl scim users get', 'ratio', 'goal'],
  [`${smallestMs.toFixed(1)} ms`, `${ownMs.toFixed(1)} ms`, (ownMs / smallestMs).toFixed(2), '≤ 0.8'],
]);
