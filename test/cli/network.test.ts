import { describe, expect, it } from 'vitest';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { faultyWorld } from '../support/faulty-world.ts';
import { account, organizationOf } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { closedPort } from '../support/scripted-server.ts';

const TOKEN = 'canary-1234567890-token';
const env = { ORGCTL_TOKEN: TOKEN };

const at = (origin: string, words: string) => `--scim-url ${origin} --scim-version 2.0 ${words}`;

describe('exit codes of network failures', () => {
  it('exits with 10 if the connection is refused, with the reason and a hint', async () => {
    const port = await closedPort();
    const ran = await freshMachine().orgctl(
      at(`http://127.0.0.1:${port}`, '--max-wait 1ms scim users list'),
      {
        env,
      },
    );
    expect(ran).toEqual({
      exit: 10,
      stdout: '',
      stderr: `error: cannot reach 127.0.0.1:${port}: the connection was refused\nhint: orgctl --scim-url http://127.0.0.1:${port} --scim-version 2.0 profile check\n`,
    });
  });

  it('exits with 11 for a redirect, which is not followed with the token', async () => {
    const other = await faultySandbox(organizationOf({}), []);
    const { orgctl, sandbox } = await faultyWorld({ version: '2.0' }, [
      { do: 'answer', status: 302, headers: { location: `${other.origin}/scim/v2/Users` } },
    ]);
    const ran = await orgctl('scim users list');
    expect(ran.exit).toBe(11);
    expect(ran.stderr).toContain(`redirects to ${other.origin} (302); redirects are not followed`);
    expect([sandbox.met.length, other.met.length]).toEqual([1, 0]);
  });

  it('exits with 13 for redirected writes, and checks the user before each retry', async () => {
    const { orgctl, sandbox } = await faultyWorld({ version: '2.0' }, [
      {
        method: 'POST',
        times: 3,
        do: 'answer',
        status: 307,
        headers: { location: 'https://login.example/' },
      },
    ]);
    const ran = await orgctl('scim users create --user-name eva --email eva@x.example');
    expect(ran.exit).toBe(13);
    expect(ran.stderr).toContain('error: outcome of eva is unknown: ');
    expect(ran.stderr).toContain('redirects to https://login.example (307); redirects are not followed');
    // The check before each retry finds no user.
    const methods = sandbox.met.map(({ method }) => method);
    expect(methods.filter((method) => method === 'POST')).toHaveLength(3);
    expect(methods.at(-1)).toBe('GET');
  });

  it('exits with 10 if the service asks to wait longer than --max-wait', async () => {
    const { orgctl, sandbox } = await faultyWorld({ version: '2.0' }, [
      { do: 'throttle', retryAfter: '3600' },
    ]);
    const ran = await orgctl('--max-wait 1m scim users list');
    expect(ran.exit).toBe(10);
    expect(ran.stderr).toContain('asks to wait 1 hour, longer than the 1 minute allowed by --max-wait');
    expect(sandbox.met).toHaveLength(1);
  });

  it('exits with 13 if a write gets no response, and checks the user before each retry', async () => {
    const { orgctl, sandbox } = await faultyWorld({ version: '2.0', users: [account('ada')] }, [
      { method: 'DELETE', times: 3, do: 'close' },
    ]);
    const ran = await orgctl('scim users deactivate WADA --yes');
    expect(ran.exit).toBe(13);
    expect(ran.stderr).toContain('DELETE /scim/v2/Users/WADA: the outcome is unknown');
    expect(ran.stderr).toContain('warning: no usable response; checked: ada is not changed yet, retrying\n');
    const methods = sandbox.met.map(({ method }) => method);
    expect(methods.slice(methods.indexOf('DELETE'))).toEqual([
      ...['DELETE', 'GET', 'DELETE', 'GET', 'DELETE', 'GET'],
    ]);
  });

  it('exits with 2 for an invalid proxy URL, without printing its password', async () => {
    const ran = await freshMachine().orgctl(at('https://api.example', 'scim users list'), {
      env: { ...env, HTTPS_PROXY: 'socks5://me:canary99@127.0.0.1:1' },
    });
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain('error: HTTPS_PROXY is not the URL of an http proxy');
    expect(ran.stderr).not.toContain('canary99');
  });

  it('exits with 2 if TLS checks are switched off', async () => {
    const ran = await freshMachine().orgctl(at('https://api.example', 'scim users list'), {
      env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('TLS checks are switched off');
  });
});

describe('--rate and --quota', () => {
  it.each([
    ['--rate fast', 'It must be a rate such as 3/s or 180/min'],
    ['--quota createUser', '"createUser" is not a limit'],
    ['--quota createUser=fast', '"fast" is not a rate'],
  ])('refuses %s', async (flag, message) => {
    const ran = await freshMachine().orgctl(`-p sandbox ${flag} scim users list`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
  });

  it('stores quotas in a profile, and shows their source', async () => {
    const machine = freshMachine();
    const add = 'profile add acme --scim-url https://x.example --token-stdin --no-check';
    const added = await machine.orgctl(`${add} --quota documented,createUser=60/min -o json`, {
      stdin: TOKEN,
    });
    expect(JSON.parse(added.stdout)).toMatchObject({ quota: 'documented,createUser=60/min' });
    const shown = await machine.orgctl('profile show acme -o csv --no-header');
    expect(shown.stdout).toContain('quota,"documented,createUser=60/min",profile\n');
    const refused = await machine.orgctl(`${add.replace('acme', 'b')} --quota nonsense`, { stdin: TOKEN });
    expect(refused.exit).toBe(2);
  });
});
