import { ScimError } from './scim-error.ts';

/** Seconds after which a client may retry a locked resource. */
const RETRY_AFTER = 1;

/** Allows one update of a user or group at a time (SCIM §1, §8). */
export class WriteLocks {
  private readonly held = new Set<string>();

  /**
   * Runs an update of the target.
   * @throws ScimError with status 429 while another update of it is in progress
   */
  async hold<T>(target: string, update: () => Promise<T>): Promise<T> {
    const code = target.startsWith('Groups/') ? 'resource_locked' : 'too_many_requests';
    return this.alone(target, () => new ScimError(code, { retryAfter: RETRY_AFTER }), update);
  }

  /**
   * Runs a create.
   * @throws ScimError user_creation_failed while a create with the same body is in progress (assumption
   * `create-race`)
   */
  async create<T>(body: unknown, update: () => Promise<T>): Promise<T> {
    return this.alone(`new ${JSON.stringify(body)}`, () => new ScimError('user_creation_failed'), update);
  }

  private async alone<T>(key: string, refusal: () => ScimError, run: () => Promise<T>): Promise<T> {
    if (this.held.has(key)) throw refusal();
    this.held.add(key);
    try {
      return await run();
    } finally {
      this.held.delete(key);
    }
  }
}
