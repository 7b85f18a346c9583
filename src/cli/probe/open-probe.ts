import { type HttpResponse, type Transport, withLayers } from '../../http/transport.ts';
import type { AskerOptions } from '../../probe/asker.ts';
import type { CallBudget } from '../../probe/budget.ts';
import { probeLayers } from '../../probe/only-reads.ts';
import { BASE_URLS } from '../../profiles/base-url.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { SCIM_VERSIONS, type ScimVersion, TOKEN_KINDS, type TokenKind } from '../../spec/protocol-types.ts';
import { boundBaseUrl, refuseTokenFromElsewhere, scimUrlHint } from '../connection/bound-base-url.ts';
import { buildTransport } from '../connection/build-transport.ts';
import { openBaseTransport } from '../connection/connect.ts';
import type { Context } from '../context.ts';

/** The transports of a probe; they count requests and cannot change anything. */
export interface OpenProbe extends AskerOptions {
  close(): Promise<void>;
}

/** Not derived from a real token: a service may log it, or lock the account of a similar token. */
const MADE_UP_TOKEN = 'orgctl-probe-made-up-token';

/** Total attempts per question; each attempt counts as a call. */
const ATTEMPTS = 2;

/** Opens the transports of a probe: with the tokens of the connection, and with an invalid token. */
export async function openProbe(context: Context, budget: CallBudget): Promise<OpenProbe> {
  const options = { ...(await context.howToConnect()), attempts: ATTEMPTS };
  const { resolved } = options;
  const { settings, profile, isSandbox } = resolved;
  const scimBaseUrl = boundBaseUrl(options, 'scimBaseUrl', scimUrlHint(resolved.profile.name));
  const webApiBaseUrl =
    settings.webApiBaseUrl === undefined ? undefined : boundBaseUrl(options, 'webApiBaseUrl', '');
  const isGiven = (await context.givenToken()) !== undefined;
  if (isGiven) for (const setting of BASE_URLS) refuseTokenFromElsewhere(resolved, setting);
  // After everything that is refused: only an opened probe is closed.
  const base = await openBaseTransport(options);
  const counted = withLayers(base.transport, probeLayers(budget));
  const { renewToken: _, ...rest } = options;
  const stranger = { ...rest, token: async () => MADE_UP_TOKEN };
  const scim = answeringOnce(buildTransport(counted, 'scim', scimBaseUrl, options).send);
  return {
    scim,
    scimWithInvalidToken: buildTransport(counted, 'scim', scimBaseUrl, stranger).send,
    ...(webApiBaseUrl === undefined
      ? {}
      : {
          webApiBaseUrl,
          web: buildTransport(counted, 'web', webApiBaseUrl, options).send,
          webAsStranger: buildTransport(counted, 'web', webApiBaseUrl, stranger).send,
        }),
    scimBaseUrl,
    version: await versionOf(settings.scimVersion?.value, scimBaseUrl, scim),
    vendor: settings.vendor?.value ?? DEFAULT_VENDOR,
    tokens: TOKEN_KINDS.filter(
      (kind) => isSandbox || profile.tokens[kind] !== undefined || (isGiven && kind === GIVEN_KIND),
    ),
    remember: context.host.tape?.remember,
    close: base.close,
  };
}

/** A token given for one run is used for all kinds; it is probed once, as this kind. */
const GIVEN_KIND: TokenKind = 'user';

/**
 * Returns the SCIM version of the connection. If that is "auto", returns v2 if its configuration is served;
 * the first question sends the same request.
 */
async function versionOf(wanted: string | undefined, url: string, send: Transport): Promise<ScimVersion> {
  const known = SCIM_VERSIONS.find((version) => version === wanted);
  if (known !== undefined) return known;
  const { status } = await send({
    method: 'GET',
    url: `${url}/scim/v2/ServiceProviderConfig`,
    headers: { accept: 'application/json' },
    effect: 'read',
  });
  return status < 300 ? '2.0' : '1.1';
}

/** Sends equal requests only once, comparing method, URL and headers. */
function answeringOnce(next: Transport): Transport {
  const kept = new Map<string, HttpResponse>();
  return async (request, signal) => {
    const key = JSON.stringify([request.method, request.url, request.headers]);
    const response = kept.get(key) ?? (await next(request, signal));
    kept.set(key, response);
    return response;
  };
}
