import { readBoundedJson } from '../json/bounded-json.ts';
import { isJsonObject, objectsIn, parseJson } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import type { GroupId } from '../values/ids.ts';
import { type GroupMember, readMembers } from './group.ts';
import { groupAnswered } from './groups.ts';
import { MAX_RESOURCE_SIZE, resourcePath, type ScimClient } from './scim-client.ts';
import { createResourceWalker } from './walk-resources.ts';

/**
 * A group whose members are parsed in parts: parsed all at once, they would take twenty times the memory of
 * their JSON text.
 */
export interface PartitionedGroup {
  /** The group with an empty array as its members. */
  readonly rest: JsonObject;
  /** Returns the entries of `members`, at most 1,000 at a time. It may be called repeatedly. */
  entries(): Generator<readonly Json[], void>;
}

/**
 * Reads a group and splits its members into parts.
 * @throws Failure as getGroup.
 */
export async function getGroupInParts(scim: ScimClient, id: GroupId): Promise<PartitionedGroup> {
  const answer = await scim.read({ method: 'GET', path: resourcePath('Groups', id) });
  const parts = answer.body.length > MAX_RESOURCE_SIZE ? undefined : splitGroup(answer.body);
  return parts?.rest['id'] === id ? parts : partitionGroup(groupAnswered(answer.resource(), id).resource);
}

/** Converts a group that was parsed as a whole. */
export function partitionGroup(resource: JsonObject): PartitionedGroup {
  const { members } = resource;
  if (!Array.isArray(members)) return { rest: resource, *entries() {} };
  return {
    rest: { ...resource, members: [] },
    *entries() {
      for (let at = 0; at < members.length; at += PART) yield members.slice(at, at + PART);
    },
  };
}

/** Returns the members of the group in parts; entries without an ID are skipped. */
export function* membersInParts(group: PartitionedGroup): Generator<readonly GroupMember[], void> {
  for (const entries of group.entries()) yield readMembers(objectsIn(entries));
}

const PART = 1000;
const MEMBERS = '"members":[';
/** Maximum bytes of a group without its members; a few hundred are usual. */
const MAX_REST_SIZE = 64 * 1024;

/** Returns undefined if the response is not compact JSON or does not have `members` exactly once. */
function splitGroup(body: Uint8Array): PartitionedGroup | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const name = bytes.indexOf(MEMBERS);
  if (name < 0) return undefined;
  const content = bytes.subarray(name + MEMBERS.length);
  const walked = createResourceWalker()(content, 0);
  if (walked === undefined) return undefined;
  const { end, commas } = walked;
  const behind = content.subarray(end);
  if (bytes.length - end > MAX_REST_SIZE || behind.includes('"members"')) return undefined;
  const rest = readBoundedJson(bytes.toString('utf8', 0, name + MEMBERS.length) + behind.toString());
  if (!('value' in rest) || !isJsonObject(rest.value) || !isEmptyArray(rest.value['members']))
    return undefined;
  return {
    rest: rest.value,
    *entries() {
      for (let from = 0, next = PART; from < end; next += PART) {
        const to = commas[next - 1] ?? end;
        const entries = parseJson(`[${content.toString('utf8', from, to)}]`);
        if (Array.isArray(entries)) yield entries;
        from = to + 1;
      }
    },
  };
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
