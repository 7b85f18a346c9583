import type { Host } from '../host.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Shutdown } from '../shutdown.ts';
import type { Paging } from './paged-writer.ts';

/** Returns how long output is paged; undefined if stdout is not a terminal, or no pager is wanted. */
export function pagingOf(
  { streams, env }: Host,
  common: CommonOptions,
  shutdown: Shutdown,
): Paging | undefined {
  // A terminal of unknown size reports 0 rows.
  const { isTTY, rows = 0 } = streams.stdout;
  const command = env['PAGER']?.trim() ?? '';
  const isWanted = common.pager && command !== '' && command !== 'cat' && env['TERM'] !== 'dumb';
  if (!isWanted || isTTY !== true || rows === 0) return undefined;
  return {
    rows,
    start: async () => {
      const { startPager } = await import('../../terminal/pager.ts');
      const pager = await startPager(command, streams, env);
      if (pager === undefined) return undefined;
      const interrupts = shutdown.ignoreInterrupts();
      return { ...pager, finish: () => pager.finish().finally(interrupts.done) };
    },
  };
}
