import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('an argument of api that the method does not have', () => {
  it('is refused with the argument that is meant, because the service would ignore it', async () => {
    const { orgctl } = freshMachine();
    const call = '-p sandbox api team.integrationLogs team_id=T0HARBOUR change_typ=disabled';
    expect(await orgctl(call)).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: team.integrationLogs: there is no argument "change_typ" (did you mean "change_type"?) [invalid_arguments]\n' +
        'hint: list its arguments: orgctl -p sandbox api team.integrationLogs --describe; to send it anyway: --unchecked\n',
    });
    expect(await orgctl(`${call} --unchecked`)).toMatchObject({ exit: 0, stderr: '' });
  });

  it.each([
    ['conversations.mark chanel=C0RANDOM ts=1709571600.000100 -n', '(did you mean "channel"?)'],
    ['conversations.mark Channel=C0RANDOM ts=1709571600.000100 --json', '(did you mean "channel"?)'],
    ['auth.test pretty=1', 'there is no argument "pretty" [invalid_arguments]'],
    ['admin.users.session.list user=W1 --paginate', 'there is no argument "user"'],
  ])('is refused in %s', async (words, message) => {
    const ran = await freshMachine().orgctl(`-p sandbox api ${words}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
  });

  it('is found once if no argument could have its name', async () => {
    const ran = await freshMachine().orgctl('-p sandbox api migration.exchange users[]=U1 -o json');
    const { issues } = JSON.parse(ran.stderr);
    expect(issues.map(({ code }: { code: string }) => code)).toEqual([
      'invalid_array_arg',
      'invalid_arguments',
    ]);
  });

  it('is sent to a method that orgctl does not know', async () => {
    const { stdout } = await freshMachine().orgctl('-p sandbox api chat.postMessage chanel=C1 -n -o json');
    expect(JSON.parse(stdout)).toMatchObject([{ arguments: { chanel: 'C1' } }]);
  });
});
