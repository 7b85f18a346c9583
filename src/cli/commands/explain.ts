import { FAILURE_KINDS, Failure } from '../../failure/failure.ts';
import type { View } from '../../output/view.ts';
import { nearest } from '../../rules/nearest.ts';
import { documentedCode } from '../../scim/service-error.ts';
import { type ErrorCode, SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import { OWN_CODES } from '../../spec/own-codes.ts';
import { INSTALLATION_ADVICE, WEB_ERROR_CODES } from '../../spec/webapi-error-codes.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../spec/webapi-methods.ts';
import type { CommandModule } from '../command-module.ts';
import { describe } from '../help-format.ts';

/** A code of SCIM, of the Web API or of orgctl; one word may be a code of both APIs. */
interface ExplainedCode {
  readonly code: string;
  readonly api: 'SCIM' | 'Web API' | 'orgctl';
  readonly row: Pick<ErrorCode, 'meaning' | 'cause' | 'remedy'> & Partial<ErrorCode>;
  /** Exit code of a failure of orgctl itself. */
  readonly exit?: number;
  /** What to see to in the installation of the app (WEB §5). */
  readonly installation: readonly string[];
  /** Methods of the Web API that list it. */
  readonly methods: readonly string[];
}

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl explain email_taken', 'orgctl explain not_an_admin', 'orgctl explain -o json'],
    needs: 'nothing: no token, no network',
  });
  return command.argument('[code]', 'an error code; without one, all of them').action(
    act(async (context, code) => {
      const printer = await context.printer();
      if (code === undefined) {
        await printer.list(ALL_CODES, LIST_VIEW);
        return;
      }
      const found = explain(code);
      if (printer.format !== 'table' && found.length > 1) {
        await printer.list(found, CODE_VIEW);
        return;
      }
      for (const [index, one] of found.entries()) {
        if (index > 0) await printer.text('\n');
        await printer.one(one, found.length === 1 && one.api === 'SCIM' ? SCIM_VIEW : CODE_VIEW);
      }
    }),
  );
};

function explain(text: string): readonly ExplainedCode[] {
  const word = text.trim().replace(/\W.*$/s, '');
  const scim = documentedCode(word);
  const found = ALL_CODES.filter(({ code, api }) => code === (api === 'SCIM' ? scim : word));
  if (found.length > 0) return found;
  const suggestion = nearest(text, new Set(ALL_CODES.map(({ code }) => code)));
  throw new Failure(
    'usage',
    `"${text}" is not a documented code${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}`,
    {
      hint: 'orgctl explain',
    },
  );
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
      methods: methodsWith(code),
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
  never: 'not as it is',
  wait: 'yes, after a while: as long as the service says, where it does',
  look: 'only after looking what is there: part of it may have been done',
} as const;

const CODE_VIEW: View<ExplainedCode> = {
  json: ({ code, api, row, exit, installation, methods }) => ({
    code,
    api,
    ...(row.status === undefined ? {} : { status: row.status }),
    ...(exit === undefined ? {} : { exit }),
    meaning: row.meaning,
    cause: row.cause,
    remedy: row.remedy,
    ...(row.retry === undefined ? {} : { retry: row.retry }),
    ...(installation.length === 0 ? {} : { installation }),
    ...(methods.length === 0 ? {} : { methods }),
  }),
  columns: [
    { name: 'code', heading: 'Code', importance: 1, value: ({ code }) => code },
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
      heading: 'Send again?',
      importance: 3,
      value: ({ row }) => row.retry && RETRY_WORDS[row.retry],
    },
    { name: 'status', heading: 'HTTP status', importance: 4, value: ({ row }) => row.status },
    { name: 'exit', heading: 'Exit code', importance: 4, value: ({ exit }) => exit },
    { name: 'api', heading: 'Of', importance: 4, value: ({ api }) => api },
    { name: 'methods', heading: 'Methods', importance: 4, value: ({ methods }) => methods.join(', ') },
  ],
};

const viewWith = (...names: readonly string[]): View<ExplainedCode> => ({
  ...CODE_VIEW,
  columns: CODE_VIEW.columns.filter(({ name }) => names.includes(name)),
});
const LIST_VIEW = viewWith('code', 'meaning', 'status', 'api');
/** What is explained most, without saying so each time. */
const SCIM_VIEW: View<ExplainedCode> = {
  ...CODE_VIEW,
  columns: CODE_VIEW.columns.filter(({ name }) => name !== 'api'),
};
