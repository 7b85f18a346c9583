import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { type AskedList, listIn, type ProbeAnswer } from './answers.ts';
import type { Asker } from './asker.ts';

/** Page sizes to try, largest first, until one is accepted. */
const PAGES = [1000, 500, 200, 100, 50] as const;

/** The reason if a question about lists has no answer because the service lists no users. */
export const NO_USERS = { why: 'no users are listed' };

/** Requests a list of users. */
export const askUsers = (asker: Asker, query: Readonly<Record<string, string>>): Promise<ProbeAnswer> =>
  asker.scim({ path: '/Users', query });

/** The largest page that the service accepts, and the page size that was requested. */
export interface WholePage {
  readonly count: number;
  readonly list: AskedList;
}

/**
 * Reads the first page of users with the largest accepted page size, or the default page if every size is
 * refused. Returns undefined if the service lists no users.
 */
export async function wholePage(asker: Asker): Promise<WholePage | undefined> {
  for (const count of PAGES) {
    const list = listIn(await asker.scim({ path: '/Users', query: { count: String(count) } }));
    if (list !== undefined) return { count, list };
  }
  const list = await firstPage(asker);
  return list === undefined ? undefined : { count: list.ids.length, list };
}

/** Reads the first page of users with the default page size. */
export async function firstPage(asker: Asker): Promise<AskedList | undefined> {
  return listIn(await asker.scim({ path: '/Users' }));
}

/** Users to test a filter with: one that it must match, and others that it must not. */
export interface FilterSample {
  readonly wanted: JsonObject;
  readonly others: readonly JsonObject[];
}

/** Picks a user and the others on the first page; undefined if there are fewer than two. */
export async function filterSample(asker: Asker): Promise<FilterSample | undefined> {
  const users =
    (await wholePage(asker))?.list.resources.filter((user) => textOf(user, 'userName') !== '') ?? [];
  const wanted =
    users.find((user) => primaryEmail(user) !== '' && textOf(user, 'displayName') !== '') ?? users[0];
  if (wanted === undefined || users.length < 2) return undefined;
  return { wanted, others: users.filter((user) => user !== wanted) };
}

/** Returns a text attribute; an empty string if it has another type or is absent. */
export function textOf(resource: JsonObject, name: string): string {
  const value = resource[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the primary email address, or the first one. */
export function primaryEmail(user: JsonObject): string {
  const emails = objectsIn(user['emails']);
  const entry = emails.find((email) => email['primary'] === true) ?? emails[0];
  return isJsonObject(entry) ? textOf(entry, 'value') : '';
}
