import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import { parseTemplate, type TemplatePart } from '../../bulk/input/map-template.ts';
import { JOIN_KEYS, type JoinKey } from '../../migration/compare/organization-copy.ts';
import type { Domains } from '../../migration/compare/rename-domains.ts';
import { unknownNamesIn } from '../../migration/compare/user-name-rule.ts';
import { parseWords } from '../options/parse-values.ts';

/** Template of the userNames that users of A get in B: as typed, and parsed. */
export interface UserNameTemplate {
  readonly template: string;
  readonly parts: readonly TemplatePart[];
}

/** Flags that control how the users of two organizations are joined. */
export interface JoinFlags {
  readonly keys?: readonly JoinKey[] | undefined;
  readonly map?: string | undefined;
  readonly domain?: Domains | undefined;
  readonly userNames?: UserNameTemplate | undefined;
  readonly where?: string | undefined;
  readonly except?: string | undefined;
}

/** Adds the flags of `JoinFlags`. */
export const withJoinOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(
      new Option(
        '--keys <names>',
        'attributes that match people of A and B, strongest first (default: employeeNumber,email,userName)',
      ).argParser(parseKeys),
    )
    .option('--map <file>', 'ID map from "migrate map", for example ids.csv; its pairs count before any key')
    .addOption(
      new Option(
        '--domain <old=new>',
        'e-mail domain in A and its replacement in B, for example old.example=new.example; may be repeated',
      ).argParser(parseDomain),
    )
    .addOption(
      new Option(
        '--user-names <template>',
        'template for the userNames of users of A in B, such as "{givenName|ascii|lower}.{familyName|ascii|lower}"',
      ).argParser(parseUserNames),
    )
    .option('--where <expression>', 'only users that match in A or in B, such as \'department eq "Support"\'')
    .option('--except <expression>', 'exclude users that match in A or in B, such as \'userName sw "svc-"\'');

/** Adds the flags that select what is compared. */
export const withScopeOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(
      new Option(
        '--only <words>',
        'compare only these, comma-separated: attributes such as title, or users, groups, memberships, only-in-a, only-in-b, different, ambiguous; a group file always needs its users',
      ).argParser(parseWords),
    )
    .addOption(
      new Option(
        '--ignore <words>',
        'do not compare these: the words of --only, and leavers (deactivated users who are in A or in B only)',
      ).argParser(parseWords),
    );

function parseKeys(text: string): readonly JoinKey[] {
  const keys = parseWords(text).map((word) => {
    const key = JOIN_KEYS.find((known) => known.toLowerCase() === word.toLowerCase());
    if (key === undefined) throw new InvalidArgumentError(`Keys are ${JOIN_KEYS.join(', ')}.`);
    return key;
  });
  if (keys.length === 0 || new Set(keys).size < keys.length)
    throw new InvalidArgumentError(`It must be a list of ${JOIN_KEYS.join(', ')}, each once.`);
  return keys;
}

function parseUserNames(template: string): UserNameTemplate {
  const parsed = parseTemplate(template);
  if ('problem' in parsed) throw new InvalidArgumentError(`${sentence(parsed.problem)}.`);
  const [unknown] = unknownNamesIn(parsed.parts);
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not an attribute of a user.`);
  return { template, parts: parsed.parts };
}

function parseDomain(text: string, before: Domains = new Map()): Domains {
  const [, old = '', renamed = ''] = /^@?([^\s=@]+\.[^\s=@]+)=@?([^\s=@]+\.[^\s=@]+)$/.exec(text) ?? [];
  if (old === '') throw new InvalidArgumentError('It must be old=new, such as example.com=example.org.');
  if (before.has(old.toLowerCase())) throw new InvalidArgumentError(`It names ${old.toLowerCase()} twice.`);
  return new Map([...before, [old.toLowerCase(), renamed]]);
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
