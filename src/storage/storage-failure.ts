import type { Failure } from '../failure/failure.ts';
import { fileFailure } from '../failure/file-error.ts';

/** Returns a Failure (exit 12) that names the file operation that failed, the reason and a remedy. */
export function storageFailure(doing: string, path: string, error: unknown): Failure {
  return fileFailure('storage', doing, path, error);
}
