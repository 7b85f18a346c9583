import { Failure } from '../failure/failure.ts';
import type { Layer } from './transport.ts';

/** Makes a transport that refuses every write: reads pass. @param whose what is read-only, in words. */
export function refusingWrites(whose: string): Layer {
  return (next) => async (request, signal) => {
    if (request.effect === 'read') return next(request, signal);
    throw readOnlyFailure(whose);
  };
}

/** The failure of a write over a connection that may only read. */
export function readOnlyFailure(whose: string): Failure {
  const [variable] = /ORGCTL_\w+/.exec(whose) ?? [];
  const [, profile = 'NAME'] = /^the profile "(.*)"$/.exec(whose) ?? [];
  return new Failure('limit', `${whose} is read-only; nothing was sent`, {
    hint:
      variable === undefined
        ? `where writing is meant: orgctl profile edit ${profile} --no-read-only`
        : `unset ${variable} where writing is meant`,
  });
}
