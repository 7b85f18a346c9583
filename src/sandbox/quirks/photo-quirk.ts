import type { Organization } from '../organization.ts';
import type { SandboxAnswer } from '../scim-service.ts';
import type { Quirk, QuirkCall } from './quirk-call.ts';

/**
 * Number of reads that still return the former photo after a change. `much later` exceeds the reads of a
 * probe.
 */
const READS: Readonly<Record<string, number>> = { later: 2, 'much later': 40 };

/** The former photo of a user whose change is not visible yet. */
interface Hidden {
  readonly shown: string;
  left: number;
}

const hiddenIn = new WeakMap<Organization, Map<string, Hidden>>();
const photoBefore = new WeakMap<QuirkCall, string>();

const userOf = ({ path }: QuirkCall) => /^\/Users\/([^/]+)$/.exec(path)?.[1] ?? '';
const photoOf = (call: QuirkCall) => call.organization.user(userOf(call))?.values.photo;

function withPhoto(answer: SandboxAnswer, photo: string | undefined): SandboxAnswer {
  return photo !== undefined && Array.isArray(answer.body?.['photos'])
    ? { ...answer, body: { ...answer.body, photos: [{ value: photo, type: 'photo' }] } }
    : answer;
}

function hidden(organization: Organization): Map<string, Hidden> {
  const known = hiddenIn.get(organization) ?? new Map<string, Hidden>();
  hiddenIn.set(organization, known);
  return known;
}

/** Returns the former photo for a number of further reads. */
function withFormerPhoto(answer: SandboxAnswer, call: QuirkCall, reads: number): SandboxAnswer {
  const waiting = hidden(call.organization);
  const id = userOf(call);
  const before = photoBefore.get(call);
  if (call.request.method !== 'GET' && before !== undefined && before !== photoOf(call))
    waiting.set(id, { shown: waiting.get(id)?.shown ?? before, left: reads });
  const former = waiting.get(id);
  if (former === undefined) return answer;
  if (call.request.method === 'GET') former.left -= 1;
  if (former.left <= 0) waiting.delete(id);
  return withPhoto(answer, former.shown);
}

/** When a new photo becomes visible: in the response to the change, or some reads later. */
export const PHOTO_QUIRK: Quirk = {
  before: (call, word) => {
    const photo = photoOf(call);
    if (READS[word] !== undefined && photo !== undefined) photoBefore.set(call, photo);
    return undefined;
  },
  after: (answer, call, word) => {
    const reads = READS[word];
    if (reads !== undefined) return withFormerPhoto(answer, call, reads);
    return call.request.method === 'PATCH' ? withPhoto(answer, photoOf(call)) : answer;
  },
};
