import { withCommas } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { type Ending, endingIf } from '../ending.ts';

/** Notices that the service returned fewer log entries than its total. */
export interface LogCompleteness {
  readonly onShort: (given: number, total: number) => void;
  /**
   * Warns if entries are missing. @returns an exit code for programs; with table output, a warning is enough
   */
  warnIfIncomplete(): Promise<Ending | undefined>;
}

export function logCompleteness(context: Pick<Context, 'messages' | 'printer'>): LogCompleteness {
  let short: string | undefined;
  return {
    onShort: (given, total) => {
      short = `incomplete log: the service returned ${withCommas(given)} of ${withCommas(total)} entries`;
    },
    warnIfIncomplete: async () => {
      if (short === undefined) return undefined;
      await context.messages.warn(short);
      const { format } = await context.printer();
      return endingIf(format !== 'table', 'itemsFailed');
    },
  };
}
