import type { Failure } from '../failure/failure.ts';
import { fileFailure } from '../failure/file-error.ts';

/** Returns a Failure (exit 12) that says what could not be done with a file, why, and what to do. */
export function storageFailure(doing: string, path: string, error: unknown): Failure {
  return fileFailure('storage', doing, path, error);
}
