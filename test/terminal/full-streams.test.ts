import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createWriter } from '../../src/terminal/streams.ts';

/** A stream to a full disk. */
function full(): Writable {
  return new Writable({
    autoDestroy: false,
    write: (_, __, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })),
  });
}

it('drops messages that cannot be written, but fails for a result', async () => {
  await expect(createWriter(full(), 'stderr').write('a message\n')).resolves.toBeUndefined();
  await expect(createWriter(full(), 'stdout').write('a result\n')).rejects.toMatchObject({
    kind: 'storage',
    message: 'cannot write to stdout (ENOSPC)',
  });
});
