import { expect, test } from 'vitest';

/**
 * Says that something could not be tried because a program is not installed here. A newcomer's machine needs
 * nothing but Node; `.ci/run` installs every tool, and insists on it by the variable.
 */
export function sayMissing(tool: string): void {
  test(`${tool} is not installed here, so this was not tried; .ci/run installs it`, () => {
    expect(process.env['EVERY_TOOL_IS_THERE']).toBeUndefined();
  });
}
