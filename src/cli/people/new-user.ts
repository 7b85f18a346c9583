import { Failure } from '../../failure/failure.ts';
import { checkUser } from '../../rules/check-user.ts';
import { valueProblem } from '../../rules/check-values.ts';
import { parseUserRequest } from '../../rules/parse-user-request.ts';
import type { SchemaDialect } from '../../rules/schema-uris.ts';
import type { UserOperation } from '../../rules/user-request.ts';
import { SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { inputName, readText } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { checkAttributes, flagOf } from '../options/attribute-options.ts';
import { readUserFile } from './user-file.ts';
import { withFlags } from './with-flags.ts';

interface UserSources {
  readonly file?: string | undefined;
  readonly passwordFile?: string | undefined;
}

/**
 * Builds the request body of a new user from a file, flags and, on a terminal, prompts for missing values.
 * @param sources the flags of the command, by attribute name
 * @throws Failure `usage` that names the missing flags if no prompt is possible; `invalidInput` with every
 * invalid value
 */
export async function newUserBody(
  context: Context,
  dialect: SchemaDialect,
  flags: UserValues,
  sources: UserSources & Readonly<Record<string, unknown>>,
): Promise<JsonObject> {
  const given = { ...flags, ...(await readPassword(context, sources)) };
  checkAttributes(given, dialect.vendor, sources);
  const document =
    sources.file === undefined ? undefined : await readUserFile(context, dialect, sources.file);
  const asked = document === undefined ? await askMissing(context, given, dialect.vendor) : given;
  const body = withFlags(document ?? {}, { ...impliedBy(asked, document), ...asked }, dialect, 'create');
  checkBody(body, dialect, 'create', sources.file);
  return body;
}

/** Of two names, userName wins, so that a nickname has no effect beside the userName of a file. */
function impliedBy({ nickName }: UserValues, document: JsonObject = {}): UserValues {
  return nickName === undefined || document['userName'] === undefined ? {} : { userName: nickName };
}

async function readPassword({ host }: Context, { passwordFile }: UserSources): Promise<UserValues> {
  if (passwordFile === undefined) return {};
  const password = (await readText(passwordFile, host.streams.stdin)).replace(/\r?\n$/, '');
  if (password.trim() === '')
    throw new Failure(
      'invalidInput',
      `the password in ${inputName(passwordFile)} is empty; nothing was sent`,
    );
  return { password };
}

/** @throws Failure `invalidInput` with everything that the service would refuse */
export function checkBody(
  body: JsonObject,
  dialect: SchemaDialect,
  operation: UserOperation,
  file: string | undefined,
): void {
  const { request, issues: shape } = parseUserRequest(body, dialect, operation);
  const issues = shape.length > 0 ? shape : checkUser(request, operation, dialect.vendor);
  const [first] = issues;
  if (first === undefined) return;
  throw new Failure(
    'invalidInput',
    `the user${file === undefined ? '' : ` in ${file}`} is not valid; nothing was sent`,
    {
      issues,
      hint: `orgctl explain ${first.code}`,
    },
  );
}

/** Attributes to prompt for, in this order; the first two are required. */
const QUESTIONS = ['userName', 'email', 'givenName', 'familyName', 'displayName', 'title'] as const;

async function askMissing({ prompts }: Context, given: UserValues, vendor: string): Promise<UserValues> {
  const missing = (['userName', 'email'] as const).filter((name) => given[name] === undefined);
  if (missing.length === 0) return given;
  if (!prompts.mayAsk) {
    const flags = missing.map(flagOf).join(' and ');
    throw new Failure('usage', `a new user needs ${flags}`, {
      hint: `add ${missing.map((name) => `${flagOf(name)} ${USER_ATTRIBUTES[name].example}`).join(' ')}`,
    });
  }
  const values: UserValues = { ...given };
  for (const name of QUESTIONS) {
    if (values[name] !== undefined) continue;
    const isNeeded = name === 'userName' || name === 'email';
    const answer = await prompts.text(`${USER_ATTRIBUTES[name].label}${isNeeded ? '' : ' (optional)'}:`, {
      check: (text) => (text === '' && !isNeeded ? undefined : problemWith(name, text, vendor)),
    });
    if (answer !== '') values[name] = answer;
  }
  return values;
}

function problemWith(name: UserAttributeName, text: string, vendor: string): string | undefined {
  const code = valueProblem(name, text, vendor);
  return code === undefined ? undefined : SCIM_ERROR_CODES[code].meaning;
}
