import { rmSync, writeFileSync } from 'node:fs';
import { PRIVATE_FILE } from '../../storage/atomic-file.ts';
import { storageFailure } from '../../storage/storage-failure.ts';

/** Disk space that is reserved for the outcomes of requests in flight when the disk is full. */
export interface DiskReserve {
  /** Gives the space back. @returns false when it was given back before. */
  release(): boolean;
}

const BYTES = 128 * 1024;

/** @throws Failure `storage` when there is not even so much space: before anything is sent. */
export function createDiskReserve(path: string): DiskReserve {
  try {
    writeFileSync(path, Buffer.alloc(BYTES, '-'), { mode: PRIVATE_FILE });
  } catch (error) {
    rmSync(path, { force: true });
    throw storageFailure('reserve space at', path, error);
  }
  let isHeld = true;
  return {
    release: () => {
      const wasHeld = isHeld;
      isHeld = false;
      if (wasHeld) rmSync(path, { force: true });
      return wasHeld;
    },
  };
}
