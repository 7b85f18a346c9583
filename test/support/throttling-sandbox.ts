import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { type FaultySandbox, faultySandbox } from './faulty-sandbox.ts';

/**
 * The demo organization, which accepts this many requests of a method and then throttles for an hour, or
 * until the fault queue is cleared.
 */
export function throttlingSandbox(method: string, taken: number): Promise<FaultySandbox> {
  const hour = { method, do: 'throttle', retryAfter: 3600, nth: taken + 1, times: 'always' };
  return faultySandbox(demoOrganization(), [hour]);
}
