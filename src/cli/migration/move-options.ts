import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import type { Move } from '../../bulk/plan/plan-file.ts';
import { type JoinFlags, withJoinOptions } from './join-options.ts';

/** Flags that control how an organization is moved. */
export interface MoveFlags extends JoinFlags {
  readonly wave?: Move['wave'] | undefined;
  readonly prune?: boolean | undefined;
  readonly allGroups?: boolean | undefined;
  readonly rejects?: string | undefined;
}

/** Adds the flags of `MoveFlags`. */
export const withMoveOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  withJoinOptions(command)
    .addOption(
      new Option(
        '--wave <i/n>',
        'only wave i (from 1) of n, for example 1/5; a person is always in the same wave',
      ).argParser(parseWave),
    )
    .option(
      '--all-groups',
      'with --wave, --where or --except: also groups that have none of these people as members',
    )
    .option(
      '--prune',
      'deactivate users and delete groups that only B has (default: they stay; people of A still lose memberships that A does not have)',
    )
    .option('--rejects <file>', 'write values that cannot be moved to a CSV, and plan the rest');

/** Maximum number of waves. */
const MAX_WAVES = 1000;

function parseWave(text: string): NonNullable<Move['wave']> {
  const [, index, counted] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const [wave, count] = [Number(index), Number(counted)];
  if (index === undefined || wave > count || count > MAX_WAVES)
    throw new InvalidArgumentError('It must be wave/of, such as 1/5.');
  return { index: wave, count };
}
