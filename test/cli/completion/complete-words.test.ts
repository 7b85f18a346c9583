// cspell:ignore pacme npacme
import { describe, expect, test } from 'vitest';
import { completeWords, type LookUp } from '../../../src/cli/completion/complete-words.ts';
import type { CompletedCommand } from '../../../src/cli/completion/completion-table.ts';

const ROOT: CompletedCommand = {
  about: '',
  flags: [
    { names: ['-o', '--output'], about: 'format', value: { choices: ['table', 'json', 'ndjson'] } },
    { names: ['-p', '--profile'], about: 'connection', value: { known: 'profile' } },
    { names: ['-n', '--dry-run'], about: 'no writes' },
    { names: ['--columns'], about: 'columns', value: { choices: ['id', 'email', 'title'], isList: true } },
  ],
  commands: {
    users: {
      about: 'People',
      commands: {
        get: { about: 'Show', arguments: [{ known: 'user' }] },
        patch: {
          about: 'Change',
          arguments: [{ known: 'user' }],
          flags: [
            {
              names: ['--set'],
              about: 'set',
              value: { choices: ['title', 'timezone'], endsWith: '=' },
              isRepeatable: true,
            },
          ],
        },
        deactivate: { about: 'Deactivate', arguments: [{ known: 'user', isVariadic: true }] },
      },
    },
    apply: { about: 'Apply', arguments: [{ hasFiles: true }] },
    unknown: { about: 'Takes anything', arguments: [{}] },
  },
};

const LOOK_UP: LookUp = (kind, prefix, profile) =>
  [`${kind}-1`, `${kind}-of-${profile ?? 'none'}`]
    .filter((value) => value.startsWith(prefix))
    .map((value) => ({ value, about: '' }));

/** Completes a line in which | is the cursor, at its end. */
function offered(line: string): string {
  const words = line.replace('|', '').split(' ');
  const { candidates, hasFiles, isOpen } = completeWords(
    ROOT,
    words.slice(0, -1),
    words.at(-1) ?? '',
    LOOK_UP,
  );
  const values = candidates.map(({ value }) => value);
  return [...(hasFiles ? ['FILES'] : []), ...values, ...(isOpen ? ['…'] : [])].join(' ');
}

describe('completeWords', () => {
  test.each([
    ['|', 'users apply unknown'],
    ['u|', 'users unknown'],
    ['users |', 'get patch deactivate'],
    ['users d|', 'deactivate'],
    ['-o |', 'table json ndjson'],
    ['-o n|', 'ndjson'],
    ['-o json users g|', 'get'],
    ['--output=|', '--output=table --output=json --output=ndjson'],
    ['--output=j|', '--output=json'],
    ['--profile=|', '--profile=profile-1 --profile=profile-of-none'],
    ['users get |', 'user-1 user-of-none'],
    ['users get -p acme |', 'user-1 user-of-acme'],
    ['--profile=acme users get user-o|', 'user-of-acme'],
    ['-pacme users get user-o|', 'user-of-acme'],
    ['-npacme users get user-o|', 'user-of-acme'],
    ['-np acme users get user-o|', 'user-of-acme'],
    ['-n users get user-o|', 'user-of-none'],
    ['-xp acme users get user-o|', ''],
    ['users get anna |', ''],
    ['users deactivate anna bea |', 'user-1 user-of-none'],
    ['apply |', 'FILES'],
    ['unknown |', ''],
    ['users patch --s|', '--set'],
    ['users patch --set |', 'title= timezone= …'],
    ['users patch --set ti|', 'title= timezone= …'],
    ['users patch --set title=VP --s|', '--set'],
    ['-n --d|', ''],
    ['--d|', '--dry-run'],
    ['users get -|', '--output --profile --dry-run --columns'],
    ['-n|', '-n'],
    ['--columns |', 'id email title …'],
    ['--columns id,|', 'id,email id,title …'],
    ['--columns id,t|', 'id,title …'],
    ['users get -- -|', ''],
    ['users get --unknown |', 'user-1 user-of-none'],
    ['nothing |', 'users apply unknown'],
    ['constructor |', 'users apply unknown'],
    ['--unknown=|', ''],
  ])('%s', (line, expected) => {
    expect(offered(line)).toBe(expected);
  });
});
