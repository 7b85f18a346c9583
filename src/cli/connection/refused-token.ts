import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TokenMark } from '../../bulk/run/started-by.ts';
import { Failure } from '../../failure/failure.ts';
import type { Profile, StoredToken } from '../../profiles/profile.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import type { Context } from '../context.ts';

/** Error codes for a token that is not accepted at all, as opposed to one that lacks permissions. */
const TOKEN_CODES: ReadonlySet<string> = new Set([
  'invalid_auth',
  'invalid_authentication',
  'not_authed',
  'token_expired',
  'token_revoked',
  'account_inactive',
]);

/** Number of recent runs searched for the last use of a token. */
const RUNS_READ = 100;

/** Adds to the failure of a refused token which token it was, when it last worked, and how to replace it. */
export async function withTokenDetails(failure: Failure, context: Context): Promise<Failure> {
  const used = context.tokenUsed();
  const isRefused = failure.kind === 'unauthorized' && TOKEN_CODES.has(failure.code ?? '');
  if (!isRefused || used === undefined || used.kind === 'sandbox') return failure;
  const [what, cure] = await tokenAndRemedy(context, used);
  const since = await lastUse(context, used);
  const worked = since === undefined ? '' : `, last used on ${since}`;
  return new Failure(failure.kind, failure.message, {
    ...defined({ code: failure.code, status: failure.status }),
    issues: failure.issues,
    // A command that resumes the run comes first: it helps more than the meaning of the code.
    hint: `${resumes(failure)}it is ${what} (SHA-256 …${used.hash}${worked}); ${cure}`,
    cause: failure,
  });
}

/**
 * Returns which token it was, and what to do about it. A token tested for a profile that is not stored yet
 * belongs to no stored profile.
 */
async function tokenAndRemedy(context: Context, { kind }: TokenMark): Promise<readonly [string, string]> {
  const profile = context.tokenUsedFor();
  if (kind === 'given' || profile === undefined) return [sourceOf(context), 'use another token'];
  const { profiles } = await context.profiles.read();
  const stored = Object.hasOwn(profiles, profile.name) ? profiles[profile.name] : undefined;
  const token = tokenOf(profile, kind);
  const isStored = stored !== undefined && isDeepStrictEqual(tokenOf(stored, kind), token);
  if (isStored) return [`the ${kind} token of "${profile.name}"`, replacement(profile, kind)];
  if (token !== undefined && 'command' in token)
    return ['the output of --token-command', 'run that command to see why'];
  return ['the token you typed', 'use another token'];
}

function tokenOf({ tokens }: Profile, kind: string): StoredToken | undefined {
  const found = TOKEN_KINDS.find((one) => one === kind);
  return found === undefined ? undefined : tokens[found];
}

function resumes({ hint }: Failure): string {
  return hint === undefined || hint.startsWith('orgctl explain') ? '' : `${hint}; `;
}

function replacement(profile: Profile, kind: string): string {
  const { name } = profile;
  const flag = kind === 'user' ? '' : ` --token-kind ${kind}`;
  const token = tokenOf(profile, kind);
  if (token !== undefined && 'command' in token)
    return `its --token-command printed it; run that command to see why, or set another: orgctl profile edit ${name}${flag} --token-command COMMAND`;
  return `replace it: orgctl profile edit ${name}${flag} --token-stdin`;
}

function sourceOf({ common }: Context): string {
  if (common.tokenStdin === true) return 'the token from --token-stdin';
  return common.tokenFile === undefined ? 'the token in ORGCTL_TOKEN' : `the token in ${common.tokenFile}`;
}

/** The day of the last run on this machine that used the token, according to the records of runs. */
async function lastUse(context: Context, { hash }: TokenMark): Promise<string | undefined> {
  const folder = runsFolder(context);
  if (!existsSync(folder)) return undefined;
  const { readStart } = await import('../../bulk/run/read-journal.ts');
  const ids = readdirSync(folder)
    .filter((id) => /^\d{8}-/.test(id))
    .sort()
    .reverse();
  for (const id of ids.slice(0, RUNS_READ)) {
    try {
      if (readStart(join(folder, id, 'journal.ndjson'))?.by?.token?.hash !== hash) continue;
      return `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}`;
    } catch {
      // An unreadable record tells nothing about the token.
    }
  }
  return undefined;
}
