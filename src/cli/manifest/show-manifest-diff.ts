import type { Context } from '../context.ts';
import type { GivenManifest } from './read-manifests.ts';

/** Prints what a command would change in a manifest to stdout, as a patch. */
export async function showManifestDiff(
  context: Context,
  { name }: GivenManifest,
  before: string,
  after: string,
): Promise<void> {
  const { unifiedDiff } = await import('../../output/unified-diff.ts');
  await (await context.printer()).text(unifiedDiff(name, before, after));
}
