import { Failure } from '../failure/failure.ts';
import type { Layer } from './transport.ts';

/**
 * Creates a layer that passes reads and refuses writes.
 * @param whose describes what is read-only.
 */
export function refuseWritesLayer(whose: string): Layer {
  return (next) => async (request, signal) => {
    if (request.effect === 'read') return next(request, signal);
    throw readOnlyFailure(whose);
  };
}

/** Returns the Failure for a write over a read-only connection. */
export function readOnlyFailure(whose: string): Failure {
  const [variable] = /ORGCTL_\w+/.exec(whose) ?? [];
  const [, profile = 'NAME'] = /^the profile "(.*)"$/.exec(whose) ?? [];
  return new Failure('limit', `${whose} is read-only; nothing was sent`, {
    hint:
      variable === undefined
        ? `to allow writes: orgctl profile edit ${profile} --no-read-only`
        : `unset ${variable} to allow writes`,
  });
}
