import type { ReportRow, UserChange } from '../../bulk/plan/change.ts';
import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { EmailAttributeName } from '../../spec/user-attributes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';
import { type CopiedPerson, personKeysOf, personName } from '../compare/organization-copy.ts';

/** One person who is to get a value. */
interface Claim {
  readonly line: number;
  readonly path: EmailAttributeName | 'userName';
  readonly value: string;
}

/**
 * Reports every address and userName that several people of A would get, as happens by a rule that makes one
 * of two: nobody can say whose it is, so that each of them is reported, with the others (SCIM §2.1).
 * @param nameOf what the person of a line is called without the value of this attribute
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
      report(line, code, path, `${all} would get the ${noun} "${value}", too`);
    }
  }
}

/** Others who are named beside one. */
const NAMED = 3;

/**
 * Returns what a person of A is called where others have the same value: by the address where it is the
 * userName.
 */
export function nameWithout(path: string, person: CopiedPerson): string {
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
    // An address as userName never conflicts: the service chooses another name.
    if (userName !== undefined && !userName.includes('@'))
      claim(`=${storedUserName(userName)}`, { line, path: 'userName', value: userName });
  }
  return claims;
}
