import { statSync } from 'node:fs';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import { createWriter } from '../../terminal/streams.ts';
import type { Context } from '../context.ts';
import type { GivenManifest } from './read-manifests.ts';

const MARK = '\uFEFF';

/** Replaces the text of a manifest; a manifest from stdin is written to stdout. */
export async function writeManifest({ host }: Context, given: GivenManifest, text: string): Promise<void> {
  if (given.path === '-') {
    await createWriter(host.streams.stdout, 'stdout').write(text);
    return;
  }
  const hasMark = 'hasMark' in given.content && given.content.hasMark;
  const mode = statSync(given.path).mode & 0o777;
  writeFileAtomic(given.path, hasMark ? MARK + text : text, { mode, secrets: 'keep' });
}
