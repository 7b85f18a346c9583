// How fast manifests are checked, next to the raw parsers on the same files: alternating runs of whole
// processes, medians. 1,000 files of 100 kinds, between 0.6 and 4 KB, in JSON and in YAML; one file; and the
// peak of memory.
// node bench/manifest.mjs [--runs 7]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dump } from 'js-yaml';
import { numbersFrom } from './numbers-from.mjs';

const { runs: RUNS } = numbersFrom({ runs: 7 });
const FILES = 1000;
const KINDS = 100;
const bin = resolve('bin/orgctl.js');
const folder = mkdtempSync(join(tmpdir(), 'orgctl-bench-'));
const env = { ...process.env, ORGCTL_HOME: join(folder, 'home'), ORGCTL_OUTPUT: 'table' };

function manifest(kind) {
  const commands = Array.from({ length: kind % 8 }, (_, index) => ({
    command: `/tide-${index}`,
    url: `https://tides-${kind}.harbour-finch.example/commands`,
    description: `Shows tide number ${index} of harbour ${kind}`,
    usage_hint: '[harbour] [day]',
  }));
  const events = ['app_mention', 'message.im', 'message.channels', 'reaction_added', 'team_join'].slice(
    0,
    1 + (kind % 5),
  );
  const shortcuts = Array.from({ length: kind % 4 }, (_, index) => ({
    name: `Tide ${index}`,
    type: index % 2 === 0 ? 'global' : 'message',
    callback_id: `tide_${index}`,
    description: `Asks for tide ${index}`,
  }));
  return {
    _metadata: { major_version: 1, minor_version: 1 },
    display_information: {
      name: `Tide Table ${kind}`,
      description: `Tells the tides of harbour ${kind}`,
      background_color: '#0b3954',
    },
    features: {
      app_home: {
        home_tab_enabled: false,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      bot_user: { display_name: `tide-table-${kind}`, always_online: kind % 2 === 0 },
      ...(commands.length > 0 ? { slash_commands: commands } : {}),
      ...(shortcuts.length > 0 ? { shortcuts } : {}),
    },
    oauth_config: {
      redirect_urls: [`https://tides-${kind}.harbour-finch.example/oauth`],
      scopes: {
        bot: [
          'app_mentions:read',
          'channels:history',
          'chat:write',
          'commands',
          'im:history',
          'reactions:read',
          'users:read',
        ],
      },
    },
    settings: {
      event_subscriptions: {
        request_url: `https://tides-${kind}.harbour-finch.example/events`,
        bot_events: events,
      },
      interactivity: { is_enabled: true, request_url: `https://tides-${kind}.harbour-finch.example/actions` },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  };
}

for (const format of ['json', 'yaml']) {
  mkdirSync(join(folder, format));
  for (let index = 0; index < FILES; index += 1) {
    const data = manifest(index % KINDS);
    const text = format === 'json' ? JSON.stringify(data, null, 2) : dump(data);
    writeFileSync(join(folder, format, `manifest-${String(index).padStart(4, '0')}.${format}`), text);
  }
}
writeFileSync(join(folder, 'clean.yaml'), dump(manifest(7)));
writeFileSync(
  join(folder, 'broken.yaml'),
  dump(manifest(7)).replace('home_tab_enabled: false', 'home_tab_enabled: perhaps'),
);

const parserOf = {
  json: 'JSON.parse',
  yaml: `require(${JSON.stringify(createRequire(import.meta.url).resolve('js-yaml'))}).load`,
};
const parsing = (format) => [
  '-e',
  `const fs=require('fs'),p=require('path'),d=${JSON.stringify(join(folder, format))},f=${parserOf[format]};for(const n of fs.readdirSync(d))f(fs.readFileSync(p.join(d,n),'utf8'))`,
];
const validate = (...words) => [bin, 'manifest', 'validate', ...words, '-q', '--no-input'];

const ROWS = [
  { name: '1,000 JSON ÷ JSON.parse', base: parsing('json'), own: validate(join(folder, 'json')), goal: 3.5 },
  { name: '1,000 YAML ÷ js-yaml', base: parsing('yaml'), own: validate(join(folder, 'yaml')), goal: 2.6 },
  {
    name: 'one clean file ÷ node -e 0',
    base: ['-e', '0'],
    own: validate(join(folder, 'clean.yaml')),
    goal: 2.4,
  },
  {
    name: 'one with a finding ÷ node -e 0',
    base: ['-e', '0'],
    own: validate(join(folder, 'broken.yaml')),
    goal: 3.0,
  },
];

function milliseconds(args) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0 && status !== 5) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

console.log(`manifests, median of ${RUNS} alternating runs, Node ${process.versions.node}`);
console.log('what                                  base        orgctl    ratio   goal');
for (const { name, base, own, goal } of ROWS) {
  milliseconds(own);
  const bases = [];
  const owns = [];
  for (let run = 0; run < RUNS; run += 1) {
    bases.push(milliseconds(base));
    owns.push(milliseconds(own));
  }
  const [one, other] = [median(bases), median(owns)];
  console.log(
    `${name.padEnd(32)} ${one.toFixed(0).padStart(7)} ms ${other.toFixed(0).padStart(9)} ms ${(other / one).toFixed(2).padStart(8)} ${goal.toFixed(1).padStart(6)}`,
  );
}
const peak = spawnSync(
  process.execPath,
  [
    '-e',
    `require(${JSON.stringify(bin)});process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`,
    '--',
    ...validate(join(folder, 'yaml')),
  ],
  { env, encoding: 'utf8' },
).stderr;
const kilobytes = Number(/peak (\d+)/.exec(peak)?.[1] ?? 0);
console.log(`peak memory, 1,000 YAML: ${(kilobytes / 1024).toFixed(0)} MB (goal 120)`);
rmSync(folder, { recursive: true, force: true });
