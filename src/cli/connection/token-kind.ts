import { Failure } from '../../failure/failure.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { TokenKind } from '../../spec/protocol-types.ts';
import type { Context } from '../context.ts';
import { describeToken, ownerWithKind, type TokenOwner, tokenOwner } from './token-owner.ts';

/**
 * Tests the token of a new profile with the Web API, and prints what it can call.
 * @param mayBeOrg whether a token given as that of a user may be that of an organization
 * @returns whether the token, given as that of a user, is that of an organization
 * @throws Failure `usage` for a token of another kind
 */
export async function checkTokenKind(
  context: Context,
  profile: Profile,
  kind: TokenKind,
  mayBeOrg: boolean,
): Promise<boolean> {
  const connection = await context.connectWebApi(profile);
  try {
    const owner = await tokenOwner(connection, kind);
    const isOrg = kind === 'user' && owner.isOrg;
    if (!isOrg || !mayBeOrg) refuseOtherKind(kind, owner);
    const [whose = '', ...can] = isOrg
      ? describeToken('org', ownerWithKind(owner, 'org', connection))
      : describeToken(kind, owner);
    await context.messages.note(`it works: Web API, ${whose}`);
    for (const line of can) await context.messages.note(line);
    if (isOrg)
      await context.messages.note(
        'the token is that of an organization, so its kind is org, as with --token-kind org',
      );
    return isOrg;
  } finally {
    await connection.close();
  }
}

/** Returns the profile with the token of a user stored as that of an organization. */
export function asOrgToken(profile: Profile): Profile {
  const { user, ...others } = profile.tokens;
  return user === undefined ? profile : { ...profile, tokens: { ...others, org: user } };
}

/** The kinds of tokens in words, except the name of a person. */
const WORDS = { bot: 'a bot', org: 'an organization', user: 'a person' } as const;

/**
 * Refuses a token of another kind: two tokens stored under swapped kinds would go unnoticed. Without
 * `is_enterprise_install` in the response, an organization's looks like a person's.
 * @throws Failure `usage`
 */
function refuseOtherKind(kind: TokenKind, { user, isBot, isOrg }: TokenOwner): void {
  const is = isBot ? 'bot' : isOrg ? 'org' : 'user';
  if (is === kind || (kind === 'org' && is === 'user')) return;
  const whose = is === 'user' ? `${WORDS.user} (${user})` : WORDS[is];
  const wanted = kind === 'bot' ? WORDS.bot : WORDS.user;
  throw new Failure('usage', `not stored: this is the token of ${whose}, not of ${wanted}`, {
    hint: `--token-kind ${is}`,
  });
}
