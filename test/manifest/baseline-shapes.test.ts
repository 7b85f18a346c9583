import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { damagedForms } from '../support/damaged-forms.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const WHOLE = { version: 1, findings: [{ file: 'a.yaml', rule: 'x', pointer: '/x', message: 'x' }] };

describe('baseline file of known findings', () => {
  it('is refused at the position of a missing value or a value of the wrong type', async () => {
    const { path, orgctl } = freshMachine();
    writeFileSync(path('manifest.yaml'), 'display_information:\n  name: Harbor\n');
    const baseline = path('known.json');
    const validate = async (content: unknown) => {
      writeFileSync(baseline, JSON.stringify(content, null, 2));
      return orgctl(`manifest validate ${path('manifest.yaml')} --baseline ${baseline}`);
    };
    expect(await validate(WHOLE)).toMatchObject({ exit: 0 });
    for (const wrong of [undefined, null, [[7]], { a: [7] }, 7])
      for (const [member, damaged] of damagedForms(WHOLE, wrong)) {
        const { exit, stderr } = await validate(damaged);
        expect({ member, wrong, exit, stderr: stderr.replace(baseline, 'FILE') }).toMatchObject({
          exit: 5,
          stderr: expect.stringMatching(/^error: FILE:\d+:\d+ is not a baseline: .*\nhint: recreate it/),
        });
        expect(stderr).toContain(` is not a baseline: ${member.slice(1)}`);
      }
  });
});
