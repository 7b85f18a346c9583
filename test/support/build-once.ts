import { execFileSync } from 'node:child_process';

/** Builds the program before any test starts it as a process. */
export default function buildOnce(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
