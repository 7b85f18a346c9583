import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { atEndOfTest } from './end-of-test.ts';

export const BIN = resolve('bin/orgctl.js');

/** A separate home folder that is removed after the test. */
export function freshHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-e2e-'));
  atEndOfTest(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/**
 * Starts the built program as a process; it does not throw if the program fails. @param nodeFlags flags of
 * Node.js itself
 */
export function startOrgctl(home: string, argv: readonly string[], nodeFlags: readonly string[] = []) {
  return execa(process.execPath, [...nodeFlags, BIN, ...argv], { reject: false, ...environment(home) });
}

/** Runs a line in a real shell where `orgctl` is the built program. */
export function inShell(home: string, line: string) {
  // Without jq, the line is still tested with its unfiltered output.
  const script = `command -v jq >/dev/null || jq() { cat; }\norgctl() { "${process.execPath}" "${BIN}" "$@"; }\nset -o pipefail\n${line}`;
  return execa('bash', ['-c', script], { reject: false, cwd: home, ...environment(home) });
}

/** Excludes all settings of this machine. */
function environment(home: string) {
  const { PATH = '' } = process.env;
  return { env: { PATH, ORGCTL_HOME: home, HOME: home }, extendEnv: false } as const;
}
