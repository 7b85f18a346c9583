import { keysOf } from '../../values/keys-of.ts';
import type { Organization } from '../organization.ts';
import type { SandboxAnswer, SandboxRequest } from '../scim-service.ts';
import { FILTER_BENDS } from './filter-bends.ts';
import { LIST_BENDS } from './list-bends.ts';
import { type Quirk, type QuirkCall, quirkCallOf } from './quirk-call.ts';
import { QUIRKS, type QuirkName, type Quirks } from './quirk-table.ts';
import { SERVICE_BENDS } from './service-bends.ts';
import { WEB_BENDS } from './web-bends.ts';
import { WRITE_BENDS } from './write-bends.ts';

/** All quirks, in the order in which they process requests. Answers are processed in reverse order. */
const BENDS: { readonly [Name in QuirkName]: Quirk } = {
  ...SERVICE_BENDS,
  ...FILTER_BENDS,
  ...LIST_BENDS,
  ...WEB_BENDS,
  ...WRITE_BENDS,
};
const NAMES = keysOf(BENDS);

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
    return word === undefined || word === QUIRKS[name][0] ? [] : [[BENDS[name], word] as const];
  });
  const refused = firstRefusal(set, call);
  let answered = refused ?? (await answer(requestOf(call)));
  if (isPastEnd(answered, call, quirks)) {
    call.url.searchParams.set('startIndex', '1');
    answered = await answer(requestOf(call));
  }
  for (const [bend, word] of [...set].reverse()) answered = bend.after?.(answered, call, word) ?? answered;
  return answered;
}

function firstRefusal(
  set: readonly (readonly [Quirk, string])[],
  call: QuirkCall,
): SandboxAnswer | undefined {
  for (const [bend, word] of set) {
    const refused = bend.before?.(call, word);
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
