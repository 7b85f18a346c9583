import { expect, test } from 'vitest';

/**
 * Reports that a test was skipped because a program is not installed. Tests require only Node; `.ci/run`
 * installs every tool and sets a variable that makes a missing one an error.
 */
export function warnMissingTool(tool: string): void {
  test(`${tool} is not installed here, so this was not tried; .ci/run installs it`, () => {
    expect(process.env['EVERY_TOOL_IS_THERE']).toBeUndefined();
  });
}
