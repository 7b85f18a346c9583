import { describe, expect, test } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const TOKEN = 'canary-1234567890-token';

describe('progress on stderr', () => {
  test('shows a waiting line for a slow response on a terminal, and removes it', async () => {
    // Long enough to load the spinner on a busy machine.
    const service = await listeningSandbox({ token: TOKEN, latency: 2000 });
    const ran = await freshMachine().orgctl(
      `--scim-url ${service.origin} --scim-version 2.0 scim users get W12L3NPDN`,
      {
        terminal: 80,
        env: { ORGCTL_TOKEN: TOKEN, NO_COLOR: '1' },
      },
    );
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(`waiting for ${new URL(service.origin).host}`);
    expect(ran.stderr.lastIndexOf('\u001b[?25h')).toBeGreaterThan(ran.stderr.lastIndexOf('waiting'));
    expect(ran.stdout).not.toContain('waiting');
  });

  test.each([
    ['for a quick response', 0, ''],
    ['with -q', 700, '-q'],
  ])('shows nothing %s', async (_, latency, flag) => {
    const service = await listeningSandbox({ token: TOKEN, latency });
    const ran = await freshMachine().orgctl(
      `${flag} --scim-url ${service.origin} --scim-version 2.0 scim users get W12L3NPDN`,
      { terminal: 80, env: { ORGCTL_TOKEN: TOKEN, NO_COLOR: '1' } },
    );
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
  });
});
