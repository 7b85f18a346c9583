import { keysOf } from '../../values/keys-of.ts';
import type { Organization } from '../organization.ts';
import type { SandboxAnswer, SandboxRequest } from '../scim-service.ts';
import { FILTER_QUIRK_BY_NAME } from './filter-quirks.ts';
import { LIST_QUIRK_BY_NAME } from './list-quirks.ts';
import { type Quirk, type QuirkCall, quirkCallOf } from './quirk-call.ts';
import { QUIRKS, type QuirkName, type Quirks } from './quirk-table.ts';
import { SERVICE_QUIRK_BY_NAME } from './service-quirks.ts';
import { WEB_QUIRK_BY_NAME } from './web-quirks.ts';
import { WRITE_QUIRK_BY_NAME } from './write-quirks.ts';

/** All quirks, in the order in which they process requests. Answers are processed in reverse order. */
const QUIRK_BY_NAME: { readonly [Name in QuirkName]: Quirk } = {
  ...SERVICE_QUIRK_BY_NAME,
  ...FILTER_QUIRK_BY_NAME,
  ...LIST_QUIRK_BY_NAME,
  ...WEB_QUIRK_BY_NAME,
  ...WRITE_QUIRK_BY_NAME,
};
const NAMES = keysOf(QUIRK_BY_NAME);

/**
 * Answers a request like a service with these quirks. @param answer answers like the sandbox without quirks
 */
export async function answerWithQuirks(
  request: SandboxRequest,
  organization: Organization,
  quirks: Quirks,
  answer: (request: SandboxRequest) => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  const call = quirkCallOf(request, organization, quirks);
  const set = NAMES.flatMap((name) => {
    const word = quirks[name];
    return word === undefined || word === QUIRKS[name][0] ? [] : [[QUIRK_BY_NAME[name], word] as const];
  });
  const refused = firstRefusal(set, call);
  let answered = refused ?? (await answer(requestOf(call)));
  if (isPastEnd(answered, call, quirks)) {
    call.url.searchParams.set('startIndex', '1');
    answered = await answer(requestOf(call));
  }
  for (const [quirk, word] of [...set].reverse()) answered = quirk.after?.(answered, call, word) ?? answered;
  return answered;
}

function firstRefusal(
  set: readonly (readonly [Quirk, string])[],
  call: QuirkCall,
): SandboxAnswer | undefined {
  for (const [quirk, word] of set) {
    const refused = quirk.before?.(call, word);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function requestOf({ request, url }: QuirkCall): SandboxRequest {
  return { ...request, url: url.href };
}

/** Whether a page lies past the end of a list that starts over there (quirk `pastEnd: first`). */
function isPastEnd({ body }: SandboxAnswer, { url }: QuirkCall, { pastEnd }: Quirks): boolean {
  const resources = body?.['Resources'];
  const isEmpty = Array.isArray(resources) && resources.length === 0;
  return pastEnd === 'first' && isEmpty && Number(url.searchParams.get('startIndex') ?? 1) > 1;
}
