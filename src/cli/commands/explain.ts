import { Failure } from '../../failure/failure.ts';
import type { View } from '../../output/view.ts';
import { nearest } from '../../rules/nearest.ts';
import { documentedCode } from '../../scim/service-error.ts';
import { type ErrorCode, SCIM_ERROR_CODES, type ScimErrorCode } from '../../spec/error-codes.ts';
import type { CommandModule } from '../command-module.ts';
import { describe } from '../help-format.ts';

type ExplainedCode = ErrorCode & { readonly code: ScimErrorCode };

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl explain email_taken', 'orgctl explain -o json'],
    needs: 'nothing: no token, no network',
  });
  return command.argument('[code]', 'an error code of the service; without one, all of them').action(
    act(async (context, code) => {
      const printer = await context.printer();
      if (code === undefined) await printer.list(ALL_CODES, LIST_VIEW);
      else await printer.one(explain(code), CODE_VIEW);
    }),
  );
};

function explain(word: string): ExplainedCode {
  const code = documentedCode(word.trim().replace(/\W.*$/s, ''));
  if (code !== undefined) return { code, ...SCIM_ERROR_CODES[code] };
  const suggestion = nearest(word, Object.keys(SCIM_ERROR_CODES));
  throw new Failure(
    'usage',
    `"${word}" is not a documented code${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}`,
    {
      hint: 'orgctl explain',
    },
  );
}

const ALL_CODES: readonly ExplainedCode[] = (Object.keys(SCIM_ERROR_CODES) as ScimErrorCode[]).map(
  (code) => ({
    code,
    ...SCIM_ERROR_CODES[code],
  }),
);

const RETRY_WORDS = {
  never: 'not as it is',
  wait: 'yes, after a while: as long as the service says, where it does',
  look: 'only after looking what is there: part of it may have been done',
} as const;

const CODE_VIEW: View<ExplainedCode> = {
  json: (row) => ({ ...row }),
  columns: [
    { name: 'code', heading: 'Code', importance: 1, value: ({ code }) => code },
    { name: 'meaning', heading: 'Meaning', importance: 1, value: ({ meaning }) => meaning },
    { name: 'cause', heading: 'Usual cause', importance: 2, value: ({ cause }) => cause },
    { name: 'remedy', heading: 'What to do', importance: 2, value: ({ remedy }) => remedy },
    { name: 'retry', heading: 'Send again?', importance: 3, value: ({ retry }) => RETRY_WORDS[retry] },
    { name: 'status', heading: 'HTTP status', importance: 4, value: ({ status }) => status },
  ],
};

const LIST_VIEW: View<ExplainedCode> = {
  ...CODE_VIEW,
  columns: CODE_VIEW.columns.filter(({ name }) => name === 'code' || name === 'meaning' || name === 'status'),
};
