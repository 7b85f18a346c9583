import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { Context } from '../context.ts';

/** Returns the fields that every plan has: its format, when it was made, and for which organization. */
export async function planHead(
  context: Context,
): Promise<Pick<Plan, 'format' | 'version' | 'created' | 'profile' | 'origin' | 'scimVersion'>> {
  const { scim, origin } = await context.connection();
  const { profile } = await context.resolved();
  return {
    format: 'orgctl-plan',
    version: 1,
    created: new Date(context.host.now()).toISOString(),
    profile: profile.name,
    origin,
    scimVersion: scim.dialect.version,
  };
}
