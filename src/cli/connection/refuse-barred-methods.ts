import { Failure } from '../../failure/failure.ts';
import { answerTo, type Capabilities } from '../../profiles/capabilities.ts';
import type { WebApiClient } from '../../webapi/webapi-client.ts';

/**
 * Refuses methods that the tokens of the connection may not call according to a probe.
 * @param capabilities what a probe learned about the service at this URL; undefined for a token that was not
 * probed
 */
export function refusingBarredMethods(
  client: WebApiClient,
  capabilities: Capabilities | undefined,
): WebApiClient {
  const callable = capabilities === undefined ? undefined : answerTo(capabilities, 'web-methods');
  if (capabilities === undefined || typeof callable !== 'object') return client;
  const { profile, probedAt, answers } = capabilities;
  const evidence = answers.find(({ id }) => id === 'web-methods')?.evidence ?? [];
  return {
    async call(call, signal) {
      const asked = evidence.find(({ request }) => request.split(' ')[1] === call.method);
      if (asked !== undefined && !callable.includes(call.method))
        throw new Failure(
          'unauthorized',
          `this token may not call ${call.method} (probed on ${probedAt.slice(0, 10)}); nothing was sent`,
          {
            code: asked.saw,
            hint: `--ignore-probe calls it anyway; to probe again: orgctl probe ${profile}`,
          },
        );
      return client.call(call, signal);
    },
  };
}
