import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { listeningSandbox } from './listening-sandbox.ts';
import { freshMachine, type Machine, type RunOptions } from './run-orgctl.ts';

/**
 * A machine whose commands connect to a listening sandbox, with an org-level token unless another is given.
 */
export async function onService(): Promise<
  Pick<Machine, 'orgctl' | 'path'> & {
    readonly service: Awaited<ReturnType<typeof listeningSandbox>>;
    /** Number of Web API calls so far. */
    requests(): number;
  }
> {
  const service = await listeningSandbox();
  const machine = freshMachine();
  let requests = 0;
  const orgctl = async (line: string, options: RunOptions = {}) => {
    const ran = await machine.orgctl(`--debug ${line}`, {
      ...options,
      env: {
        ORGCTL_API_URL: `${service.origin}/api`,
        ORGCTL_SCIM_URL: service.origin,
        ORGCTL_TOKEN: SANDBOX_TOKEN,
        ...options.env,
      },
    });
    const lines = ran.stderr.split('\n');
    requests += lines.filter((text) => /^#\d+ > (GET|POST) .*\/api\//.test(text)).length;
    return { ...ran, stderr: lines.filter((text) => !/^#\d+ [<>] /.test(text)).join('\n') };
  };
  return { orgctl, path: machine.path, service, requests: () => requests };
}
