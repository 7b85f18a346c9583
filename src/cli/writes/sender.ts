import type { SendContext } from '../../bulk/run/send-context.ts';
import { Failure } from '../../failure/failure.ts';
import { createScimClient, type ScimClient } from '../../scim/scim-client.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { sendContext } from '../bulk/send-context.ts';
import type { Context } from '../context.ts';

/** The API that a command writes to, and what is needed to send changes. */
export interface Sender {
  /** Base URL of the service. */
  readonly origin: string;
  readonly scim: ScimClient;
  context(secrets: ReadonlyMap<number, UserValues>): Omit<SendContext, 'createdId'>;
}

/** Opens only the API that a command writes to: a profile may have only one of them. */
export async function openSender(context: Context, api: 'scim' | 'webApi'): Promise<Sender> {
  return api === 'scim' ? scimSender(context) : webApiSender(context);
}

async function scimSender(context: Context): Promise<Sender> {
  const { scim, origin } = await context.connection();
  const sending = await sendContext(context, new Map());
  return {
    origin,
    scim,
    context: (secrets) => ({ ...sending, readSecrets: (line) => secrets.get(line) ?? {} }),
  };
}

async function webApiSender(context: Context): Promise<Sender> {
  const { client, origin, serverNow } = await context.webApi();
  const { profile } = await context.resolved();
  const scim = noScim(profile.name);
  return {
    origin,
    scim,
    context: () => ({
      scim,
      serverNow,
      sleep: (milliseconds) => context.host.sleep(milliseconds),
      readSecrets: () => ({}),
      call: (request) => client.call(request),
    }),
  };
}

/** A client for runs that only call Web API methods; it refuses any SCIM request. */
function noScim(profile: string): ScimClient {
  const refuse = async () => {
    throw new Failure('usage', `a call of the Web API does not use SCIM (profile "${profile}")`);
  };
  return createScimClient(refuse, 'http://scim.invalid', { version: '2.0', vendor: DEFAULT_VENDOR });
}
