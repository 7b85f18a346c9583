import type { JsonObject } from '../spec/protocol-types.ts';
import type { SandboxToken } from './organization-data.ts';
import type { App, AppFunction, Workflow } from './record-kinds.ts';
import { accountOf, enterpriseId, list, messages, text, type WebCall } from './web-call.ts';
import { WebError } from './web-error.ts';

/** functions.workflows.steps.list (WEB §4.5; assumption `no-such-steps`). */
export function listSteps(call: WebCall): JsonObject {
  const { records } = call.organization;
  const functionId = text(call, 'function_id') ?? '';
  if (records.get('function', functionId) === undefined) throw new WebError('unknown_function_id');
  const workflow = findWorkflow(call);
  requireCollaborator(call, records.get('app', workflow.appId));
  if (!workflow.isPublished) throw new WebError('cannot_fetch_versions');
  const steps = workflow.steps.filter((step) => step.functionId === functionId);
  if (steps.length === 0) throw new WebError('missing_step_ids');
  return {
    steps_versions: steps.map((step) => ({
      title: step.title,
      workflow_id: workflow.id,
      step_id: step.id,
      is_deleted: step.isDeleted,
      workflow_version_created: String(step.versionCreated),
    })),
  };
}

/** Finds a workflow by its ID, or by its app and its reference or ID within the app. */
function findWorkflow(call: WebCall): Workflow {
  const { records } = call.organization;
  const id = text(call, 'workflow_id');
  const appId = text(call, 'workflow_app_id') ?? '';
  if (id === undefined && records.get('app', appId) === undefined) throw new WebError('unknown_app_id');
  const word = (text(call, 'workflow') ?? '').replace(/^#\/workflows\//, '');
  const found =
    id === undefined
      ? [...records.of('workflow').values()].find(
          (workflow) => workflow.appId === appId && (workflow.callbackId === word || workflow.id === word),
        )
      : records.get('workflow', id);
  if (found === undefined) throw new WebError('unknown_workflow_id');
  return found;
}

/**
 * functions.distributions.permissions.set (WEB §4.8; assumption `named-entities`). `permission_type` has an
 * older name in the official command line (assumption `distribution-type`).
 */
export function setPermissions(call: WebCall): JsonObject {
  const found = findFunction(call);
  requireCollaborator(call, call.organization.records.get('app', found.appId ?? ''));
  const type = text(call, 'permission_type') ?? '';
  const users = list(call, 'user_ids').map((id) => {
    const user = accountOf(call, id);
    if (user === undefined) throw new WebError('user_not_found', messages(`not found: ${id}`));
    return user;
  });
  const [teamIds, orgIds] = [list(call, 'team_ids'), list(call, 'org_ids')];
  const isKnown =
    teamIds.every((id) => call.organization.records.get('team', id) !== undefined) &&
    orgIds.every((id) => id === enterpriseId(call.organization));
  if (!isKnown) throw new WebError('invalid_named_entities');
  const permission = { type, userIds: users.map(({ id }) => id), teamIds, orgIds };
  call.organization.change({ record: { ...found, permission } });
  const shown = users.map(({ id, values }) => ({
    user_id: id,
    username: values.userName,
    email: values.email ?? '',
  }));
  return {
    permission_type: type,
    ...(type === 'named_entities' ? { users: shown } : {}),
  };
}

function findFunction(call: WebCall): AppFunction {
  const { records } = call.organization;
  const id = text(call, 'function_id');
  const appId = text(call, 'function_app_id') ?? '';
  if (id === undefined && records.get('app', appId) === undefined) throw new WebError('app_not_found');
  const found =
    id === undefined
      ? [...records.of('function').values()].find(
          (known) => known.appId === appId && known.callbackId === text(call, 'function_callback_id'),
        )
      : records.get('function', id);
  if (found === undefined) throw new WebError('function_not_found');
  return found;
}

/**
 * Allows the app itself, its collaborators and admins of the organization (assumption `who-may-distribute`).
 * @throws WebError no_permission for a guest, access_denied for any other caller
 */
function requireCollaborator({ organization, token }: WebCall, app: App | undefined): void {
  if (organization.user(token.userId ?? '')?.values.guest === true) throw new WebError('no_permission');
  if (app === undefined ? isOrgAdmin(token) : isOrgAdmin(token) || ownsApp(token, app)) return;
  throw new WebError('access_denied');
}

/** Whether the caller owns the app. A bot token acts for its app, never for a user. */
function ownsApp({ appId, userId, isBot }: SandboxToken, app: App): boolean {
  return isBot === true ? appId === app.id : userId !== undefined && app.collaborators.includes(userId);
}

function isOrgAdmin({ rank, isBot, installedOn, isWorkspaceAdmin }: SandboxToken): boolean {
  return rank !== 'member' && isBot !== true && installedOn === 'organization' && isWorkspaceAdmin !== true;
}
