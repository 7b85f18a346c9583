import type { Change } from '../../src/bulk/plan/change.ts';
import type { BulkWorld } from './bulk-world.ts';

/**
 * Plans a file with generated names, and accepts the lines that would give an account to a different user.
 */
export async function planAfterRead(world: BulkWorld, csv: string): Promise<readonly Change[]> {
  try {
    return await world.plan(csv);
  } catch (error) {
    const findings = error instanceof Error ? error.message.split('; ') : [];
    const accept = findings.flatMap((finding) =>
      finding.includes('with another name') ? [Number.parseInt(finding, 10)] : [],
    );
    if (accept.length === 0) throw error;
    return world.plan(csv, {}, 'upsert', { accept });
  }
}
