import { Failure } from '../failure/failure.ts';
import { type SchemaDialect, schemaUriSpellings } from '../rules/schema-uris.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { EXTENSIONS } from '../spec/scim-schemas.ts';
import type { LearnedTraits } from './learned-traits.ts';

/**
 * Refuses a body with an extension that the service does not announce, before anything is sent.
 * @throws Failure `refused`
 */
export function refuseUnannounced(
  body: JsonObject,
  dialect: SchemaDialect,
  learned: LearnedTraits | undefined,
): void {
  if (learned?.extensions === undefined) return;
  const text = JSON.stringify(body);
  const missing = EXTENSIONS.find(
    (name) =>
      learned.extensions?.includes(name) === false &&
      schemaUriSpellings(dialect, name).some((uri) => text.includes(`"${uri}`)),
  );
  if (missing === undefined) return;
  throw new Failure(
    'refused',
    `the service announces no ${missing} extension (probed on ${learned.since.slice(0, 10)}); nothing was sent`,
    { hint: 'if this has changed since, run: orgctl probe' },
  );
}
