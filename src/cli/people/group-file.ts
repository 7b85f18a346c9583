import { Failure } from '../../failure/failure.ts';
import { type GroupOperation, parseGroupRequest } from '../../rules/group-request.ts';
import { type SchemaDialect, schemaUri } from '../../rules/schema-uris.ts';
import { inTableSpelling } from '../../rules/table-spelling.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { GROUP_ATTRIBUTES } from '../../spec/scim-schemas.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import type { NamedMember } from '../identity/member-names.ts';
import { refuseTwice } from './refuse-twice.ts';

/** A group as described in a file; members by ID, userName or email. */
export interface WrittenGroup {
  readonly displayName?: string;
  readonly members?: readonly NamedMember[];
  /** Members marked `operation: delete` (SCIM §2.2). */
  readonly removed: readonly NamedMember[];
  /**
   * Whether all members are removed first: `meta.attributes` names the members, or they are null (SCIM §4.3
   * rule 15).
   */
  readonly isCleared: boolean;
}

/**
 * Reads a group from YAML or JSON (SCIM §2.2); a member is an object with `value`, or only a name.
 * @returns for a v2 patch, the operations unchanged
 * @throws Failure `invalidInput` with everything that the service would refuse; nothing was sent
 */
export async function readGroupFile(
  { host }: Context,
  dialect: SchemaDialect,
  file: string,
  operation: GroupOperation,
): Promise<WrittenGroup | { readonly operations: JsonObject }> {
  const { readDocument } = await import('../../terminal/read-document.ts');
  const written = await readDocument(file, host.streams.stdin, () => `orgctl bulk plan ${quoted(file)}`);
  refuseTwice(written, (name) => name, file);
  const document = inTableSpelling(written, GROUP_ATTRIBUTES);
  if (operation === 'patch' && dialect.version === '2.0' && 'Operations' in document)
    return { operations: document };
  const attributes = Object.entries(document).map(([name, value]): [string, Json] =>
    name.toLowerCase() === 'members' && Array.isArray(value) ? [name, value.map(asMember)] : [name, value],
  );
  const body: JsonObject = { schemas: [schemaUri(dialect, 'group')], ...Object.fromEntries(attributes) };
  const { request, issues } = parseGroupRequest(body, operation);
  const [first] = issues;
  if (first !== undefined) {
    throw new Failure('invalidInput', `the group in ${inputName(file)} is not valid; nothing was sent`, {
      issues,
      hint: `orgctl explain ${first.code}`,
    });
  }
  const named = (isDeletion: boolean) =>
    request.members
      ?.filter((member) => member.isDeletion === isDeletion)
      .map(({ value }) => ({ name: value.trim() }));
  const kept = named(false);
  return {
    ...defined({ displayName: request.displayName, members: kept }),
    removed: named(true) ?? [],
    isCleared: operation === 'patch' && clears(request.remove, file),
  };
}

/**
 * Whether the paths remove all members. @throws Failure `invalidInput` for another path, which cannot be
 * removed
 */
function clears(paths: readonly string[], file: string): boolean {
  const other = paths.find((path) => path.toLowerCase() !== 'members');
  if (other === undefined) return paths.length > 0;
  throw new Failure('invalidInput', `${inputName(file)}: "${other}" of a group cannot be removed`, {
    code: 'invalid_request_payload',
    hint: 'meta.attributes of a group may list only members',
  });
}

function asMember(element: Json): Json {
  return typeof element === 'string' ? { value: element } : element;
}
