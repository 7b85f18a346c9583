import { isJsonObject } from '../../rules/json-value.ts';
import { listsSchema } from '../../rules/schema-uris.ts';
import { readUser } from '../../scim/user.ts';
import { isExported, USER_COLUMNS } from './columns.ts';
import { cellFor } from './read-desired-user.ts';

/**
 * Returns the cells of a SCIM user as `scim users list -o ndjson` prints it, for the columns of an export;
 * undefined for any other object, whose keys are columns.
 */
export function resourceCells(object: unknown, vendor: string): ReadonlyMap<string, string> | undefined {
  if (!isJsonObject(object) || !Array.isArray(object['schemas']) || typeof object['id'] !== 'string')
    return undefined;
  const uris = object['schemas'].map(String);
  const version = listsSchema({ version: '1.1', vendor }, 'user', uris) ? '1.1' : '2.0';
  const { id, values } = readUser(object, { version, vendor });
  return new Map(
    USER_COLUMNS.filter(isExported).map((column) => [
      column,
      column === 'id' ? id : cellFor(String(values[column] ?? '')),
    ]),
  );
}
