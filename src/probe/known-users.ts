import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { type AskedList, listIn, type ProbeAnswer } from './answers.ts';
import type { Asker } from './asker.ts';

/** Pages that are tried until one is not refused, the largest first. */
const PAGES = [1000, 500, 200, 100, 50] as const;

/** Why a question about lists has no answer: the service lists no users. */
export const NO_USERS = { why: 'no users are listed' };

/** Asks for a list of users. */
export const askUsers = (asker: Asker, query: Readonly<Record<string, string>>): Promise<ProbeAnswer> =>
  asker.scim({ path: '/Users', query });

/** The largest page that the service takes, and how large it was asked for. */
export interface WholePage {
  readonly count: number;
  readonly list: AskedList;
}

/**
 * Reads the largest first page that is not refused, the usual one if every other is; undefined when the
 * service lists no users.
 */
export async function wholePage(asker: Asker): Promise<WholePage | undefined> {
  for (const count of PAGES) {
    const list = listIn(await asker.scim({ path: '/Users', query: { count: String(count) } }));
    if (list !== undefined) return { count, list };
  }
  const list = await firstPage(asker);
  return list === undefined ? undefined : { count: list.ids.length, list };
}

/** Reads the first page of users as the service cuts it by itself. */
export async function firstPage(asker: Asker): Promise<AskedList | undefined> {
  return listIn(await asker.scim({ path: '/Users' }));
}

/** Users that a filter must tell apart: one that it names, and another one that it does not. */
export interface FilterSample {
  readonly wanted: JsonObject;
  readonly others: readonly JsonObject[];
}

/** Picks a user whose userName no other userName begins with; undefined where there are fewer than two. */
export async function filterSample(asker: Asker): Promise<FilterSample | undefined> {
  const users =
    (await wholePage(asker))?.list.resources.filter((user) => textOf(user, 'userName') !== '') ?? [];
  const wanted =
    users.find((user) => primaryEmail(user) !== '' && textOf(user, 'displayName') !== '') ?? users[0];
  if (wanted === undefined || users.length < 2) return undefined;
  return { wanted, others: users.filter((user) => user !== wanted) };
}

/** Returns a text attribute; blank when it is none. */
export function textOf(resource: JsonObject, name: string): string {
  const value = resource[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the primary address, or the first. */
export function primaryEmail(user: JsonObject): string {
  const emails = objectsIn(user['emails']);
  const entry = emails.find((email) => email['primary'] === true) ?? emails[0];
  return isJsonObject(entry) ? textOf(entry, 'value') : '';
}
