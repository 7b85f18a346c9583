import { expect } from 'vitest';

/** Checks every item, and fails at the end with all errors. @returns the number of checked items */
export async function expectEach<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<void>,
): Promise<number> {
  const wrong: string[] = [];
  for (const item of items) {
    try {
      await check(item);
    } catch (error) {
      wrong.push(`${JSON.stringify(item)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(wrong).toEqual([]);
  return items.length;
}
