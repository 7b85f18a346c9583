import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { atEndOfTest } from './end-of-test.ts';

export const BIN = resolve('bin/orgctl.js');

/** A home folder of its own, which is gone after the test. */
export function freshHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-e2e-'));
  atEndOfTest(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/**
 * Starts the built program as a process; it does not throw when the program fails. @param nodeFlags flags of
 * Node.js itself
 */
export function startOrgctl(home: string, argv: readonly string[], nodeFlags: readonly string[] = []) {
  return execa(process.execPath, [...nodeFlags, BIN, ...argv], { reject: false, ...environment(home) });
}

/** Runs a line in a real shell in which `orgctl` is the built program. */
export function inShell(home: string, line: string) {
  // A machine without jq still shows that the program itself does what the line says.
  const script = `command -v jq >/dev/null || jq() { cat; }\norgctl() { "${process.execPath}" "${BIN}" "$@"; }\nset -o pipefail\n${line}`;
  return execa('bash', ['-c', script], { reject: false, cwd: home, ...environment(home) });
}

/** Nothing of this machine's own settings may decide. */
function environment(home: string) {
  const { PATH = '' } = process.env;
  return { env: { PATH, ORGCTL_HOME: home, HOME: home }, extendEnv: false } as const;
}
