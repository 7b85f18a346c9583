// How long one recorded "scim users patch" takes, as a multiple of the same command as a dry run, which reads
// and plans the same and neither records nor sends, and of "scim users get", which only reads.
// node bench/patch.mjs [--runs 15]

import { spawn } from 'node:child_process';
import { numbersFrom } from './numbers-from.mjs';
import { alternate, freshHome, measure, median, ORGCTL, printTable, towards } from './whole-process.mjs';

const { runs } = numbersFrom({ runs: 15 });
const sandbox = spawn(process.execPath, [ORGCTL, 'sandbox', 'serve'], {
  env: { ...process.env, ORGCTL_HOME: freshHome() },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const { scimBaseUrl: origin, token } = await firstDocument(sandbox.stdout);
const env = { ORGCTL_TOKEN: token };
const USER = 'W133PZN96';
const users = (...words) => measure([ORGCTL, ...towards({ origin }), 'scim', 'users', ...words], { env });

let count = 0;
const patch = (...flags) => {
  count += 1;
  return users('patch', USER, '--title', `Title ${count}`, ...flags);
};
await patch();
const all = await alternate(runs, [() => patch(), () => patch('--dry-run'), () => users('get', USER)]);
sandbox.kill('SIGTERM');

const [recorded, dry, get] = all.map((each) => median(each.map(({ ms }) => ms)));
console.log(`one PATCH of one user, median of ${runs} alternating runs, Node ${process.versions.node}`);
printTable([
  ['compared with', 'PATCH, recorded', 'this', 'ratio', 'goal'],
  ['the same as a dry run', ms(recorded), ms(dry), (recorded / dry).toFixed(2), '≤ 1.15'],
  ['scim users get', ms(recorded), ms(get), (recorded / get).toFixed(2), ''],
]);

function ms(number) {
  return `${number.toFixed(1)} ms`;
}

async function firstDocument(stream) {
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    try {
      return JSON.parse(text.slice(0, text.indexOf('\n}') + 2));
    } catch {
      // The document has not come whole.
    }
  }
  throw new Error('the sandbox ended before it said where it listens');
}
