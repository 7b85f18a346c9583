// Shows two commands on a sandbox of their own: your sandbox is neither needed nor changed.
// npm run demo

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'orgctl-demo-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

for (const line of ['bulk apply examples/people.csv --yes', 'scim users list -o table']) {
  process.stdout.write(`$ orgctl -p sandbox ${line}\n`);
  const { status } = spawnSync(process.execPath, ['bin/orgctl.js', '-p', 'sandbox', ...line.split(' ')], {
    cwd: project,
    env: { ...process.env, ORGCTL_HOME: home },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
process.stdout.write('The sandbox of this demo is deleted. To start with your own: orgctl tour\n');
