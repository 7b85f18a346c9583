import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { refusingService } from '../support/refusing-service.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { simulatedTime } from '../support/simulated-time.ts';

it.each([0, 1])(
  'a run ends when a service refuses everything with Retry-After %i for longer than --max-wait (exit 10)',
  async (retryAfter) => {
    const { url } = await refusingService((method) => (method === 'POST' ? retryAfter : undefined));
    const machine = freshMachine();
    const rows = Array.from({ length: 20 }, (_, index) => `u${index},u${index}@x.example`);
    writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
    const time = simulatedTime();
    const ran = await time.run(
      machine.orgctl(
        `--scim-url ${url} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o json --max-wait 2s`,
        { env: { ORGCTL_TOKEN: SANDBOX_TOKEN }, clock: time.now, sleep: time.sleep },
      ),
      'the work goes on without timers',
    );
    expect(ran.exit).toBe(10);
    expect(ran.stderr).toContain(
      'keeps refusing requests for longer than the 2 seconds allowed by --max-wait',
    );
    expect(ran.stderr).not.toContain('asks to wait');
    expect(ran.stderr).toContain('20 left');
    // All of it that waited, in the time of the service; without a bound it is the better part of a minute.
    expect(time.now()).toBeLessThanOrEqual(2000);
  },
);
