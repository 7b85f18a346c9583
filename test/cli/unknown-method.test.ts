import { describe, expect, it } from 'vitest';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('unknown Web API method', () => {
  it.each(['', ' --get', ' --paginate', ' a=1 --json'])(
    'is refused by the built-in sandbox before a run starts: api auth.tes%s',
    async (flags) => {
      const { orgctl } = freshMachine();
      const refused = await orgctl(`-p sandbox api auth.tes${flags}`);
      expect(refused).toMatchObject({ exit: 6, stdout: '' });
      expect(refused.stderr).toMatch(
        /^error: auth\.tes: there is no such method \(did you mean "auth\.test"\?\).*\[unknown_method\]\nhint: /,
      );
      expect((await orgctl('runs list -o json')).stdout).toBe('[]\n');
    },
  );

  it('is accepted if the sandbox has it', async () => {
    const { orgctl } = freshMachine();
    expect(await orgctl('-p sandbox api sandbox.cursors.list')).toMatchObject({ exit: 0 });
  });

  it('is sent to a service, and its run offers no retry', async () => {
    const { origin } = await listeningSandbox({ token: SANDBOX_TOKENS.org });
    const machine = freshMachine();
    const env = { ORGCTL_TOKEN: SANDBOX_TOKENS.org };
    const orgctl = (line: string) => machine.orgctl(`--api-url ${origin}/api ${line}`, { env });
    const refused = await orgctl('api auth.tes --yes');
    expect(refused.stderr).toContain(
      'auth.tes: there is no such method (did you mean "auth.test"?) [unknown_method]\n',
    );
    const [run] = JSON.parse((await orgctl('runs list --query [].id')).stdout);
    const why =
      '0 done, 1 failed, 0 left; a retry will not help: the service has no such method; see: orgctl explain unknown_method\n';
    for (const line of [`runs show ${run}`, `resume ${run}`]) {
      const shown = await orgctl(line);
      expect(shown.stderr).toContain(why);
      expect(shown.stderr).not.toContain('--retry-failed');
    }
  });
});
