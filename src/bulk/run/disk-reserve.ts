import { rmSync, writeFileSync } from 'node:fs';
import { PRIVATE_FILE } from '../../storage/atomic-file.ts';
import { storageFailure } from '../../storage/storage-failure.ts';

/** Disk space that is reserved for the outcomes of requests in flight when the disk is full. */
export interface DiskReserve {
  /**
   * Frees the space.
   * @returns false if it was freed before
   */
  release(): boolean;
}

const BYTES = 128 * 1024;

/**
 * Reserves 128 KiB, before anything is sent.
 * @throws Failure `storage` if the disk has not enough space
 */
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
