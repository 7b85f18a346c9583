import type { JsonObject } from '../spec/protocol-types.ts';
import type { Organization } from './organization.ts';
import type { Team } from './record-kinds.ts';
import { enterpriseId, isOn, list, teamOfCall, type WebCall } from './web-call.ts';
import { WebError } from './web-error.ts';

/** migration.exchange (WEB §4.10; assumption `exchange-of-known-ids`). */
export function exchangeIds(call: WebCall): JsonObject {
  const { organization, values } = call;
  if (organization.settings.plan !== 'enterprise') throw new WebError('not_enterprise_team');
  const team = teamOfCall(call);
  const translate = values['to_old'] === true ? localIds(organization, team) : globalIds(organization, team);
  const ids = [...new Set(list(call, 'users'))];
  const pairs = ids.flatMap((id): readonly (readonly [string, string])[] => {
    const other = translate(id);
    return other === undefined ? [] : [[id, other]];
  });
  const map = Object.fromEntries(pairs);
  return {
    team_id: team.id,
    enterprise_id: enterpriseId(organization),
    user_id_map: map,
    invalid_user_ids: ids.filter((id) => !Object.hasOwn(map, id)),
  };
}

/** Translates a local ID to a global one; a global ID is returned unchanged. */
function globalIds(organization: Organization, team: Team) {
  return (id: string): string | undefined => {
    const local = organization.records.get('localId', id);
    if (local !== undefined) return local.teamId === team.id ? local.userId : undefined;
    return isHere(organization, team, id) ? id : undefined;
  };
}

/** Translates a global ID to a local one; the ID of a user without a local ID is returned unchanged. */
function localIds(organization: Organization, team: Team) {
  const byUser = new Map<string, string>();
  for (const { id, userId, teamId } of organization.records.of('localId').values())
    if (teamId === team.id) byUser.set(userId, id);
  return (id: string): string | undefined =>
    isHere(organization, team, id) ? (byUser.get(id) ?? id) : undefined;
}

function isHere(organization: Organization, team: Team, id: string): boolean {
  return organization.user(id) !== undefined && isOn(team, id);
}
