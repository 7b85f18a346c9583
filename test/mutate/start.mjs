// Changes one thing of the source at a time and looks whether a test notices: npm run mutate -- [FOLDER…] [--files src/rules/filter.ts]

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { FOLDERS } from './folders.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { files: { type: 'string' } } });
const unknown = positionals.find((name) => !(name in FOLDERS));
if (unknown !== undefined) {
  process.stderr.write(`there is no folder "${unknown}"; there are: ${Object.keys(FOLDERS).join(', ')}\n`);
  process.exit(2);
}
const env = {
  ...process.env,
  ORGCTL_MUTATE: positionals.join(','),
  ...(values.files === undefined ? {} : { ORGCTL_MUTATE_FILES: values.files }),
};
const words = ['run', 'test/mutate/stryker.config.mjs'];
process.exitCode = spawnSync('node_modules/.bin/stryker', words, { stdio: 'inherit', env }).status ?? 1;
