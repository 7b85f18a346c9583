import { FAILURE_KINDS, Failure } from '../../failure/failure.ts';
import type { ListView, View } from '../../output/view.ts';
import { documentedCode } from '../../scim/service-error.ts';
import { type ErrorCode, SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import { httpStatus, OTHER_EXITS } from '../../spec/http-statuses.ts';
import { OWN_CODES } from '../../spec/own-codes.ts';
import { INSTALLATION_ADVICE, WEB_ERROR_CODES } from '../../spec/webapi-error-codes.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../spec/webapi-methods.ts';
import { defined } from '../../values/defined.ts';
import type { CommandModule } from '../command-module.ts';
import type { Context } from '../context.ts';
import { describe } from '../help-format.ts';

/** A code of SCIM, of the Web API or of orgctl; both APIs may define the same code. */
interface ExplainedCode {
  readonly code: string;
  readonly api: 'SCIM' | 'Web API' | 'orgctl' | 'HTTP' | 'exit code';
  readonly row: Pick<ErrorCode, 'meaning' | 'cause' | 'remedy'> & Partial<ErrorCode>;
  /** Exit code of a failure of orgctl itself. */
  readonly exit?: number;
  /** What to check in the installation of the app (WEB §5). */
  readonly installation: readonly string[];
  /** For an HTTP status: the SCIM codes with this status. */
  readonly codes?: readonly string[];
  /** Web API methods that list the code. */
  readonly methods: readonly string[];
}

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl explain email_taken',
      'orgctl explain 429',
      'orgctl explain 3',
      'orgctl explain costCenter',
      'orgctl explain event-scope',
      'orgctl explain -o json',
    ],
    lists: { columns: SCIM_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return command
    .argument(
      '[code]',
      'an error code, HTTP status, exit code, column or manifest rule (default: list the error codes)',
    )
    .action(
      act(async (context, word) => {
        if (word?.trim() === '') throw new Failure('usage', 'no code was given', { hint: 'orgctl explain' });
        if (word === undefined) await (await context.printer()).list(ALL_CODES, LIST_VIEW);
        else await explain(context, word);
      }),
    );
};

/**
 * Prints the meaning of a word; codes take precedence.
 * @throws Failure `usage`
 */
async function explain(context: Context, word: string): Promise<void> {
  const printer = await context.printer();
  const found = codesNamed(word);
  if (found.length === 0) {
    if (!(await explainColumnOrRule(context, word))) throw await unknown(word);
  } else if (printer.format !== 'table' && found.length > 1) {
    await printer.list(found, CODE_VIEW);
  } else {
    for (const [index, one] of found.entries()) {
      if (index > 0) await printer.text('\n');
      await printer.one(one, found.length === 1 && one.api === 'SCIM' ? SCIM_VIEW : CODE_VIEW);
    }
  }
}

/**
 * Explains a column or a rule of the manifest validator, whose modules are loaded only if the word is not a
 * code.
 * @returns whether the word is a column or a rule
 */
async function explainColumnOrRule(context: Context, text: string): Promise<boolean> {
  const { columnOfUsers, EXPLAINED_COLUMN_VIEW } = await import('../views/column-view.ts');
  const attribute = columnOfUsers(text);
  if (attribute !== undefined) {
    await (await context.printer()).one(attribute, EXPLAINED_COLUMN_VIEW);
    return true;
  }
  const { isRuleId } = await import('../../manifest/rules/rule-book.ts');
  const word = text.trim().replace(/^[([]|[)\]]$/g, '');
  if (isRuleId(word)) {
    const { printRules } = await import('../manifest/print-rules.ts');
    await printRules(context, [word]);
    return true;
  }
  const { columnOfTables, TABLE_COLUMN_VIEW } = await import('../explain-elsewhere.ts');
  const column = columnOfTables(text);
  if (column !== undefined) await (await context.printer()).one(column, TABLE_COLUMN_VIEW);
  return column !== undefined;
}

async function unknown(text: string): Promise<Failure> {
  const method = text.trim();
  if (Object.hasOwn(WEB_API_METHODS, method))
    return new Failure('usage', `"${method}" is a Web API method`, {
      hint: `orgctl api ${method} --describe`,
    });
  const { USER_ATTRIBUTE_NAMES } = await import('../../spec/user-attributes.ts');
  const { suggest } = await import('../../values/suggest.ts');
  const suggestion = suggest(
    text,
    new Set([...ALL_CODES.map(({ code }) => code), ...USER_ATTRIBUTE_NAMES, ...Object.keys(WEB_API_METHODS)]),
  );
  return new Failure(
    'usage',
    `"${text}" is not an error code, HTTP status, exit code or column${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}`,
    { hint: 'orgctl explain' },
  );
}

function codesNamed(text: string): readonly ExplainedCode[] {
  const word = text.trim().replace(/^\W+/, '').replace(/\W.*$/s, '');
  if (/^\d{1,3}$/.test(word)) return numbered(Number(word));
  const scim = documentedCode(word);
  return ALL_CODES.filter(({ code, api }) => code === (api === 'SCIM' ? scim : word));
}

/** Returns an HTTP status with its codes, or an exit code with its failures. */
function numbered(number: number): readonly ExplainedCode[] {
  const bare = { code: String(number), installation: [], methods: [] };
  const status = httpStatus(number);
  if (status !== undefined) {
    const codes = Object.entries<ErrorCode>(SCIM_ERROR_CODES).flatMap(([code, row]) =>
      row.status === number ? [code] : [],
    );
    return [{ ...bare, api: 'HTTP', row: status, codes }];
  }
  const other = OTHER_EXITS[number];
  if (other !== undefined)
    return [{ ...bare, api: 'exit code', row: { meaning: other, cause: '', remedy: '' }, exit: number }];
  return ALL_CODES.filter(({ exit }) => exit === number);
}

const EXITS: ReadonlyMap<string, number> = new Map(
  Object.values(FAILURE_KINDS).map(({ code, exit }) => [code, exit]),
);

const ALL_CODES: readonly ExplainedCode[] = [
  ...Object.entries(SCIM_ERROR_CODES).map(
    ([code, row]): ExplainedCode => ({ code, api: 'SCIM', row, installation: [], methods: [] }),
  ),
  ...Object.entries(WEB_ERROR_CODES).map(
    ([code, row]): ExplainedCode => ({
      code,
      api: 'Web API',
      row,
      installation: row.advice.map((about) => INSTALLATION_ADVICE[about]),
      get methods() {
        return methodsWith(code);
      },
    }),
  ),
  ...Object.entries(OWN_CODES).map(
    ([code, row]): ExplainedCode => ({
      code,
      api: 'orgctl',
      row,
      ...(EXITS.has(code) ? { exit: EXITS.get(code) ?? 0 } : {}),
      installation: [],
      methods: [],
    }),
  ),
];

/** Returns the methods that list a code as one of their own (WEB §4). */
function methodsWith(code: string): readonly string[] {
  return Object.entries<WebApiMethod>(WEB_API_METHODS).flatMap(([name, { errors }]) =>
    errors.some((error) => error === code) ? [name] : [],
  );
}

const RETRY_WORDS = {
  never: 'no, fix the request first',
  wait: 'yes, after the time in Retry-After, or else after a pause',
  look: 'only after checking the current state: part of the request may have been applied',
} as const;

const CODE_VIEW: ListView<ExplainedCode> = {
  noun: ['code', 'codes'],
  json: ({ code, api, row, exit, installation, methods, codes }) => ({
    code,
    api,
    ...defined({ status: row.status, exit }),
    meaning: row.meaning,
    cause: row.cause,
    remedy: row.remedy,
    ...defined({ retry: row.retry }),
    ...(installation.length === 0 ? {} : { installation }),
    ...(methods.length === 0 ? {} : { methods }),
    ...defined({ codes }),
  }),
  columns: [
    { name: 'code', heading: 'Code', importance: 1, isWhole: true, value: ({ code }) => code },
    { name: 'meaning', heading: 'Meaning', importance: 1, value: ({ row }) => row.meaning },
    { name: 'cause', heading: 'Usual cause', importance: 2, value: ({ row }) => row.cause },
    { name: 'remedy', heading: 'What to do', importance: 2, value: ({ row }) => row.remedy },
    {
      name: 'installation',
      heading: 'Installation',
      importance: 2,
      value: ({ installation }) => installation.join(' '),
    },
    {
      name: 'retry',
      heading: 'Retry?',
      importance: 3,
      value: ({ row }) => row.retry && RETRY_WORDS[row.retry],
    },
    { name: 'status', heading: 'HTTP status', importance: 4, value: ({ row }) => row.status },
    { name: 'exit', heading: 'Exit code', importance: 4, value: ({ exit }) => exit },
    { name: 'api', heading: 'Source', importance: 4, value: ({ api }) => api },
    { name: 'codes', heading: 'Codes', importance: 4, value: ({ codes }) => codes?.join(', ') },
    { name: 'methods', heading: 'Methods', importance: 4, value: ({ methods }) => methods.join(', ') },
  ],
};

const viewWith = (...names: readonly string[]): ListView<ExplainedCode> => ({
  ...CODE_VIEW,
  columns: names.flatMap((wanted) => CODE_VIEW.columns.filter(({ name }) => name === wanted)),
});
/** The last column wraps on a narrow screen, so no code is truncated. */
const LIST_VIEW = viewWith('code', 'status', 'api', 'meaning');
/** Without the API column, for the most common case. */
const SCIM_VIEW: View<ExplainedCode> = {
  ...CODE_VIEW,
  columns: CODE_VIEW.columns.filter(({ name }) => name !== 'api'),
};
