import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { isNewerThan } from './is-newer-than.ts';

/** What the program is built from: its source, the pages of its help, the packages, and the build itself. */
const sources = () => [
  'src',
  'bin',
  'docs',
  'node_modules/.package-lock.json',
  ...readdirSync('.').filter((name) => /\.(?:mjs|json)$/.test(name)),
];
/** Removed at the start of a build, and written at its end. */
const LAST_WRITTEN = 'dist/man/orgctl.1';

/**
 * Builds the program before any test starts it as a process, unless it was built since its sources changed,
 * for example by `npm ci`. Two projects that run together share one build.
 */
export default function buildOnce(): void {
  if (process.env['ORGCTL_BUILT'] === 'yes') return;
  if (!isNewerThan(LAST_WRITTEN, sources()))
    execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  process.env['ORGCTL_BUILT'] = 'yes';
}
