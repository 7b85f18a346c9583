import type { Machine } from './run-orgctl.ts';

/** Returns the users that `scim users deactivate` would change, or its error message. */
export async function planned(machine: Machine, words: string, stdin?: string): Promise<readonly string[]> {
  const { stdout, stderr, exit } = await machine.orgctl(
    `-p sandbox scim users deactivate ${words} -n -o csv --columns user --no-header`,
    stdin === undefined ? {} : { stdin },
  );
  if (exit !== 0) return [stderr];
  return stdout.trim().split('\n');
}
