import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PagePart, readAhead } from '../../src/scim/read-ahead.ts';
import { simulatedTime } from '../support/simulated-time.ts';

const asItIs = (page: NumbersPage) => page;

interface NumbersPage extends PagePart {
  readonly numbers: readonly number[];
}

interface ServiceOptions {
  readonly total: number;
  /** Largest page that the service returns. */
  readonly cap: number;
  readonly latency?: number;
  readonly saysTotal?: boolean;
}

/** A list of the numbers from 1, and the positions that were requested. */
function numbersService({ total, cap, latency = 50, saysTotal = true }: ServiceOptions) {
  const time = simulatedTime();
  const asked: number[] = [];
  const signals: AbortSignal[] = [];
  let underWay = 0;
  let most = 0;
  const read = async (startIndex: number, count: number, signal: AbortSignal): Promise<NumbersPage> => {
    asked.push(startIndex);
    signals.push(signal);
    underWay += 1;
    most = Math.max(most, underWay);
    await time.sleep(latency);
    underWay -= 1;
    signal.throwIfAborted();
    const length = Math.max(0, Math.min(count, cap, total - startIndex + 1));
    const numbers = Array.from({ length }, (_, index) => startIndex + index);
    return { numbers, places: length, totalResults: saysTotal ? total : undefined };
  };
  return { read, time, asked, signals, most: () => most };
}

async function collect(pages: AsyncIterable<NumbersPage>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const page of pages) numbers.push(...page.numbers);
  return numbers;
}

describe('reading a list ahead (SCIM §4.1)', () => {
  it('returns each item once and in order for any page size, with or without a total', async () => {
    const options = fc.record({
      total: fc.nat(300),
      cap: fc.integer({ min: 1, max: 60 }),
      largest: fc.integer({ min: 1, max: 60 }),
      limit: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 400 })),
      saysTotal: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(options, async ({ largest, limit, ...service }) => {
        const { read, time } = numbersService(service);
        const numbers = await time.run(collect(readAhead(read, asItIs, { largest, limit })));
        const length = Math.min(service.total, limit);
        expect(numbers).toEqual(Array.from({ length }, (_, index) => index + 1));
      }),
    );
  });

  it('interprets a page only when its turn has come, with its position and size', async () => {
    const { read, time, asked } = numbersService({ total: 100, cap: 10 });
    const opened: (readonly [number, number])[] = [];
    const open = (page: NumbersPage, startIndex: number, count: number) => {
      opened.push([startIndex, count]);
      return page;
    };
    const pages = readAhead(read, open, { largest: 10, limit: 25 });
    await time.run(pages.next());
    await time.run(pages.next());
    expect(asked).toEqual([1, 11, 21]);
    expect(opened).toEqual([
      [1, 10],
      [11, 10],
    ]);
    await time.run(pages.next());
    expect(opened.at(-1)).toEqual([21, 5]);
  });

  it('requests one page first, and several in parallel once the total is known', async () => {
    const service = numbersService({ total: 100, cap: 10 });
    const pages = readAhead(service.read, asItIs, { largest: 10, limit: Number.POSITIVE_INFINITY });
    expect(await service.time.run(collect(pages))).toHaveLength(100);
    expect(service.most()).toBe(8);
    expect(service.time.now()).toBeLessThan(10 * 50);
    expect(service.asked).toEqual([1, 11, 21, 31, 41, 51, 61, 71, 81, 91]);
  });

  it('requests no more items than the limit', async () => {
    const service = numbersService({ total: 1000, cap: 10 });
    const pages = readAhead(service.read, asItIs, { largest: 10, limit: 25 });
    expect(await service.time.run(collect(pages))).toHaveLength(25);
    expect(service.asked).toEqual([1, 11, 21]);
  });

  it('stops the requests in flight when no more results are needed', async () => {
    const { time, read, signals } = numbersService({ total: 1000, cap: 10 });
    const first = async () => {
      for await (const page of readAhead(read, asItIs, { largest: 10, limit: 1000 })) {
        if (page.numbers[0] === 11) return;
      }
    };
    await time.run(first());
    expect(signals.length).toBeGreaterThan(2);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('stops the requests in flight if a page is not a list', async () => {
    const { time, read, signals } = numbersService({ total: 1000, cap: 10 });
    const open = (page: NumbersPage, startIndex: number) => {
      if (startIndex === 11) throw new Error('not a list');
      return page;
    };
    const pages = collect(readAhead(read, open, { largest: 10, limit: 1000 }));
    await expect(time.run(pages)).rejects.toThrow('not a list');
    expect(signals.length).toBeGreaterThan(2);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('fails at the position of a failed page', async () => {
    const service = numbersService({ total: 100, cap: 10 });
    const read = async (startIndex: number, count: number, signal: AbortSignal) => {
      if (startIndex === 31) throw new Error('page 4');
      return service.read(startIndex, count, signal);
    };
    const seen: number[] = [];
    const all = async () => {
      for await (const page of readAhead(read, asItIs, { largest: 10, limit: 100 }))
        seen.push(page.numbers[0] ?? 0);
    };
    await expect(service.time.run(all())).rejects.toThrow('page 4');
    expect(seen).toEqual([1, 11, 21]);
  });
});
