import { ScimError } from './scim-error.ts';

/** Seconds after which a client may try a locked resource again. */
const RETRY_AFTER = 1;

/** One update to a given user or group at a time (SCIM §1, §8). */
export class WriteLocks {
  private readonly held = new Set<string>();

  /**
   * Runs an update of the target.
   * @throws ScimError with status 429 while an earlier update of it is under way.
   */
  async hold<T>(target: string, update: () => Promise<T>): Promise<T> {
    if (this.held.has(target)) {
      const code = target.startsWith('Groups/') ? 'resource_locked' : 'too_many_requests';
      throw new ScimError(code, { retryAfter: RETRY_AFTER });
    }
    this.held.add(target);
    try {
      return await update();
    } finally {
      this.held.delete(target);
    }
  }
}
