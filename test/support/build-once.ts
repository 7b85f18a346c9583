import { execFileSync } from 'node:child_process';

/**
 * Builds the program before any test starts it as a process. Two projects that run together share one build.
 */
export default function buildOnce(): void {
  if (process.env['ORGCTL_BUILT'] === 'yes') return;
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  process.env['ORGCTL_BUILT'] = 'yes';
}
