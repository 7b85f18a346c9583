import type { Issue } from '../failure/issue.ts';
import { SCIM_ERROR_CODES, type ScimErrorCode } from '../spec/error-codes.ts';
import { GUEST_TYPE } from '../spec/scim-schemas.ts';
import type { UserValues } from '../spec/user-attributes.ts';
import { issueOf, valueProblems } from './check-values.ts';
import { parseDateTime } from './date-time.ts';
import { valuesOfRequest } from './stored-values.ts';
import type { UserOperation, UserRequest } from './user-request.ts';

/**
 * Checks a user request by all rules that do not depend on the organization's data (SCIM §2.1, §4.2–4.4, §7,
 * §8). The client runs it before sending, the sandbox on receiving; the service answers with the first issue.
 */
export function checkUser(request: UserRequest, operation: UserOperation, vendor: string): readonly Issue[] {
  const values = valuesOfRequest(request);
  const issues = valueProblems(values, vendor).map((problem) => issueOf(problem, values));
  const isJudged = (path: string) => issues.some((issue) => issue.path === path);
  return [
    ...unchangeable(request, operation),
    ...(operation === 'patch' ? [] : missing(values)),
    ...issues,
    ...extensionIssues(request).filter(({ path }) => !isJudged(path)),
  ];
}

/**
 * Returns issues for attributes that an update must not contain (SCIM §4.3 rule 2). A PUT ignores externalId
 * and profileUrl (SCIM §4.4; assumptions `external-id`, `profile-url`).
 */
function unchangeable(request: UserRequest, operation: UserOperation): readonly Issue[] {
  const issues: Issue[] = [];
  if (operation !== 'create' && request.password !== undefined)
    issues.push(plain('password_change_not_allowed', 'password'));
  if (operation !== 'patch') return issues;
  for (const name of ['profileUrl', 'externalId'] as const) {
    if (request[name] !== undefined) issues.push(plain('invalid_request_payload', name));
  }
  return issues;
}

/**
 * Returns issues for missing attributes of a create or replace (SCIM §4.2; assumption
 * `username-required-or-empty`).
 */
function missing({ userName, email }: UserValues): readonly Issue[] {
  const issues: Issue[] = [];
  if (userName === undefined) issues.push(plain('username_required', 'userName'));
  if (email === undefined) issues.push(plain('email_empty', 'emails'));
  return issues;
}

/** Checks the guest type and expiration (SCIM §2.1), and that a start date has a numeric offset. */
function extensionIssues({ guest, profile }: UserRequest): readonly Issue[] {
  const issues: Issue[] = [];
  if (guest !== undefined && guest.type !== GUEST_TYPE) {
    issues.push({ ...plain('invalid_attribute_format', 'guest.type'), example: GUEST_TYPE });
  }
  if (guest?.expiration !== undefined && parseDateTime(guest.expiration) === undefined) {
    issues.push({
      ...plain('invalid_attribute_format', 'guest.expiration'),
      example: '2027-06-30T00:00:00Z',
    });
  }
  const { startDate } = profile ?? {};
  if (
    startDate !== undefined &&
    startDate.trim() !== '' &&
    parseDateTime(startDate)?.hasNumericOffset !== true
  ) {
    issues.push({
      ...plain('invalid_attribute_format', 'profile.startDate'),
      example: '2026-01-15T00:00:00+0000',
    });
  }
  return issues;
}

function plain(code: ScimErrorCode, path: string): Issue {
  return { code, path, message: SCIM_ERROR_CODES[code].meaning };
}
