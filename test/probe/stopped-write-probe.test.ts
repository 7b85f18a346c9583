import { describe, expect, it } from 'vitest';
import { probedService } from '../support/probed-service.ts';
import type { RunOptions } from '../support/run-orgctl.ts';

describe('Ctrl-C during probe --write', () => {
  const STOPS = [1, 2, 3, 9, 17, 21, 23, 25, 27, 31].map((at): [number, string] => [at, '']);
  it.each([...STOPS, [5, '--rate 2/s'], [23, '--rate 2/s']] as const)(
    'at write %i restores all values and exits with 130 %s',
    async (at, flags) => {
      const { orgctl, network } = await probedService();
      const state = async () => [
        (await orgctl('-p acme scim users export')).stdout,
        (await orgctl('-p acme scim groups export')).stdout,
      ];
      const before = await state();
      let stop: (signal: 'SIGINT') => void = () => {};
      let writes = 0;
      const options: RunOptions = {
        onStart: (deliver) => {
          stop = deliver;
        },
        network: async (request, signal) => {
          const answer = await network(request, signal);
          const isWrite = /scim/.test(request.url) && /PATCH|PUT/.test(request.method);
          if (isWrite) writes += 1;
          if (isWrite && writes === at) stop('SIGINT');
          return answer;
        },
      };
      const ran = await orgctl(`probe acme --write --user tomas.rey --group IT --yes ${flags}`, options);
      expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 130 });
      expect(ran.stderr).toMatch(/^stopped; everything was restored\n$/m);
      // A run whose values were restored must not be resumed.
      expect(ran.stderr).not.toContain('resume');
      expect(await state()).toEqual(before);
    },
  );
});
