import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const CALL = '-p sandbox api admin.conversations.convertToPrivate channel_id=C0RANDOM';
const ASKED = 'about to permanently make C0RANDOM private in "sandbox"';

describe('a permanent change by api', () => {
  it.each(['', '--yes', '--unchecked', '--json'])('is not sent without --confirm (%s)', async (flag) => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`${CALL} ${flag}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('error: --confirm is needed to permanently make C0RANDOM private');
    expect(ran.stderr).toContain('hint: add --confirm C0RANDOM\n');
    expect((await orgctl(`${CALL} --confirm C0RANDOM`)).exit).toBe(0);
  });

  it('is not sent if --confirm names another channel', async () => {
    const { orgctl } = freshMachine();
    expect(await orgctl(`${CALL} --confirm C0OTHER`)).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: 'error: --confirm names C0OTHER, but the channel is C0RANDOM; nothing was sent\n',
    });
    expect((await orgctl(`${CALL} --confirm C0RANDOM`)).exit).toBe(0);
  });

  it('asks for the ID on a terminal', async () => {
    const { orgctl } = freshMachine();
    const terminal = { terminal: 120, env: { NO_COLOR: '1' } };
    const other = await orgctl(CALL, { ...terminal, answers: [['Type C0RANDOM', 'yes\n']] });
    expect(other).toMatchObject({ exit: 14, stdout: '' });
    expect(other.stderr).toContain(ASKED);
    const typed = await orgctl(CALL, { ...terminal, answers: [['Type C0RANDOM', 'C0RANDOM\n']] });
    expect(typed.exit).toBe(0);
  });

  it('is shown as one that cannot be undone in a dry run', async () => {
    const { exit, stderr } = await freshMachine().orgctl(`${CALL} -n`);
    expect(exit).toBe(0);
    expect(stderr).toContain('admin.conversations.convertToPrivate: this cannot be undone\n');
  });
});

describe('a change that undo leaves unchanged is announced before it is sent, and by a dry run', () => {
  const POLICY = 'this cannot be undone: the API cannot remove users from a policy';
  const PERMISSION = 'this cannot be undone: it replaces the permission set before';

  it.each([
    ['admin policy assign --users clara.voss', `email_password: ${POLICY}`],
    ['functions permissions set Fn0RELEASE --to everyone', `Fn0RELEASE: ${PERMISSION}`],
    [
      'api functions.distributions.permissions.set function_id=Fn0RELEASE permission_type=everyone',
      `functions.distributions.permissions.set: ${PERMISSION}`,
    ],
  ])('%s', async (line, note) => {
    const { orgctl } = freshMachine();
    for (const flag of ['-n', '']) {
      const ran = await orgctl(`-p sandbox ${line} ${flag}`);
      expect(ran.exit).toBe(0);
      expect(ran.stderr).toContain(note);
    }
    expect((await orgctl('-p sandbox undo latest --yes')).exit).toBe(3);
  });
});
