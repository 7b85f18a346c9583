import { execFileSync } from 'node:child_process';

/** Builds the program before any test starts it as a process. */
export default function buildOnce(): void {
  execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });
}
