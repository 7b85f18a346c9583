import type { ReportRow, UserChange } from '../../bulk/plan/change.ts';
import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { EmailAttributeName } from '../../spec/user-attributes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';
import { personKeysOf, personName, type UserRecord } from '../compare/organization-copy.ts';

/** A user that is to get a value. */
interface Claim {
  readonly line: number;
  readonly path: EmailAttributeName | 'userName';
  readonly value: string;
}

/**
 * Reports every address and userName that several users of A would get, for example because a renaming rule
 * maps two values to one. Each of these users is reported, with the others, because none has a better claim
 * (SCIM §2.1).
 * @param nameOf returns the name of the user in a line, without the value of this attribute
 */
export function reportSharedNames(
  drafts: readonly UserChange[],
  nameOf: (line: number, path: Claim['path']) => string,
  report: ReportRow,
): void {
  for (const claims of claimsOf(drafts).values()) {
    if (new Set(claims.map(({ line }) => line)).size < 2) continue;
    for (const { line, path, value } of claims) {
      const others = [...new Set(claims.map((claim) => claim.line))].filter((other) => other !== line);
      const noun = path === 'userName' ? 'userName' : 'address';
      const named = others.slice(0, NAMED).map((other) => nameOf(other, path));
      const rest = others.length - named.length;
      const all = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
      const code = path === 'userName' ? 'username_taken' : 'email_taken';
      report(line, code, path, `${all} would also get the ${noun} "${value}"`);
    }
  }
}

/** Maximum number of other users named in a message. */
const NAMED = 3;

/** Returns a name for a user that shares a value with others: the address if the value is the userName. */
export function unsharedNameOf(path: string, person: UserRecord): string {
  const [, email = ''] = personKeysOf(person);
  return path === 'userName' && email !== '' ? email : personName(person);
}

function claimsOf(drafts: readonly UserChange[]): ReadonlyMap<string, readonly Claim[]> {
  const claims = new Map<string, Claim[]>();
  const claim = (key: string, one: Claim) => {
    const others = claims.get(key);
    if (others === undefined) claims.set(key, [one]);
    else others.push(one);
  };
  for (const change of drafts) {
    const { line } = change;
    const values = change.kind === 'createUser' ? change.user : change.set;
    for (const path of EMAIL_NAMES) {
      const value = values[path];
      if (value !== undefined) claim(`@${emailKey(value)}`, { line, path, value });
    }
    const { userName } = values;
    // A userName that is an address never conflicts: the service chooses another name.
    if (userName !== undefined && !userName.includes('@'))
      claim(`=${storedUserName(userName)}`, { line, path: 'userName', value: userName });
  }
  return claims;
}
