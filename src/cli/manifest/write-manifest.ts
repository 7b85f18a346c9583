import { statSync } from 'node:fs';
import { realPathOf } from '../../manifest/find-manifests.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import { createWriter } from '../../terminal/streams.ts';
import type { Context } from '../context.ts';
import type { GivenManifest } from './read-manifests.ts';

const MARK = '\uFEFF';

/**
 * Replaces the text of a manifest; a manifest from stdin is written to stdout. A link stays a link: the file
 * that it leads to is replaced.
 */
export async function writeManifest({ host }: Context, given: GivenManifest, text: string): Promise<void> {
  if (given.path === '-') {
    await createWriter(host.streams.stdout, 'stdout').write(text);
    return;
  }
  const hasMark = 'hasMark' in given.content && given.content.hasMark;
  const path = realPathOf(given.path);
  const mode = statSync(path).mode & 0o777;
  writeFileAtomic(path, hasMark ? MARK + text : text, { mode, secrets: 'keep' });
}
