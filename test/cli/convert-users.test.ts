import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { untilUndo } from '../support/until-undo.ts';

describe.each(['1.1', '2.0'])('SCIM §3: scim users convert over SCIM %s', (version) => {
  const start = () => {
    const machine = freshMachine();
    return (line: string) => machine.orgctl(`-p sandbox --scim-version ${version} scim users ${line}`);
  };
  const state = async (orgctl: ReturnType<typeof start>, user: string) =>
    (await orgctl(`get ${user} --columns state,guestExpiration -o csv --no-header`)).stdout.trim();

  it('makes a full member a guest, with or without an expiration', async () => {
    const orgctl = start();
    const guest = await orgctl('convert tomas.rey --to guest --yes');
    expect(guest.exit).toBe(0);
    expect(untilUndo(guest.stderr)).toBe('tomas.rey (W133PZN96) is a guest without an expiration\n');
    expect(await state(orgctl, 'tomas.rey')).toBe('guest,');
    const expiring = await orgctl('convert clara.voss --to guest --expires 2027-06-30 --yes');
    expect(untilUndo(expiring.stderr)).toBe('clara.voss (W12L3NPDN) is a guest until 2027-06-30T00:00:00Z\n');
    expect(await state(orgctl, 'clara.voss')).toBe('guest,2027-06-30T00:00:00Z');
  });

  it('changes or removes the expiration of a guest', async () => {
    const orgctl = start();
    await orgctl('convert dev.partner --to guest --expires 2028-01-31T12:00:00+02:00 --yes');
    expect(await state(orgctl, 'dev.partner')).toBe('guest,2028-01-31T10:00:00Z');
    const endless = await orgctl('convert dev.partner --to guest --no-expires --yes');
    expect(untilUndo(endless.stderr)).toMatch(/^dev\.partner \(\w+\) is a guest without an expiration\n$/);
    expect(await state(orgctl, 'dev.partner')).toBe('guest,');
  });

  it('makes a guest a full member, and leaves a full member unchanged', async () => {
    const orgctl = start();
    expect((await orgctl('convert dev.partner --to member --yes')).exit).toBe(0);
    expect(await state(orgctl, 'dev.partner')).toBe('active,');
    const again = await orgctl('convert dev.partner --to member --yes');
    expect(again).toMatchObject({ exit: 0, stderr: 'dev.partner is already a full member\n' });
  });

  it('reactivates deactivated users, in both directions, and reports it', async () => {
    const orgctl = start();
    const guest = await orgctl('convert former.member --to guest --yes');
    expect(untilUndo(guest.stderr)).toMatch(/ is a guest without an expiration, and was reactivated\n$/);
    await orgctl('deactivate former.member --yes');
    const member = await orgctl('convert former.member --to member --yes');
    expect(untilUndo(member.stderr)).toMatch(/ is a full member, and was reactivated\n$/);
    expect(await state(orgctl, 'former.member')).toBe('active,');
  });

  it.each(['samir.aziz', 'walt.finch', 'ines.harbour'])(
    'refuses to make %s a guest (SCIM §7)',
    async (user) => {
      const orgctl = start();
      const ran = await orgctl(`convert ${user} --to guest --yes`);
      expect(ran.exit).toBe(6);
      expect(ran.stderr).toContain('[cannot_make_user_guest]');
      expect(await state(orgctl, user)).toBe('active,');
    },
  );

  it('converts several users, and continues after a refusal', async () => {
    const orgctl = start();
    const ran = await orgctl('convert tomas.rey samir.aziz aroha.ngata --to guest --yes');
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('error: 1 of 3 users failed');
    expect(await state(orgctl, 'aroha.ngata')).toBe('guest,');
  });
});

it.each([
  ['convert tomas.rey', "error: required option '--to <kind>' not specified"],
  ['convert tomas.rey --to owner', 'Allowed choices are guest, member.'],
  ['convert tomas.rey --to guest --expires soon', 'It must be a date or a date-time with an offset'],
  ['convert tomas.rey --to member --expires 2027-06-30', 'a full member does not expire'],
])('scim users: refuses "%s" before sending anything', async (line, message) => {
  const ran = await freshMachine().orgctl(`-p sandbox scim users ${line}`);
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toContain(message);
});

describe('SCIM §2.1: a guest expiration in the past', () => {
  it.each(['1.1', '2.0'])(
    'is refused over SCIM %s before sending anything, with the date',
    async (version) => {
      const machine = freshMachine();
      const orgctl = (line: string) => machine.orgctl(`-p sandbox --scim-version ${version} ${line}`);
      const refused = 'the guest expiration 2020-01-01T00:00:00Z is in the past; nothing was sent';
      for (const line of [
        // Without --yes: there is no prompt for requests that cannot be sent.
        'convert tomas.rey --to guest --expires 2020-01-01',
        'convert tomas.rey --to guest --expires 2020-01-01 --dry-run',
        'create --user-name eva --email eva@x.example --guest --guest-expiration 2020-01-01',
      ])
        expect(await orgctl(`scim users ${line}`)).toMatchObject({
          exit: 5,
          stdout: '',
          stderr: expect.stringContaining(refused),
        });
      expect((await orgctl('scim users get tomas.rey --columns guest,active -o csv')).stdout).toBe(
        'guest,active\nfalse,true\n',
      );
    },
  );

  it('fails only its row in a bulk run', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox bulk apply - --yes -o json', {
      stdin:
        'email,userName,guest,guestExpiration\na@x.example,guesta,true,2020-01-01\nb@x.example,memberb,,\n',
    });
    expect(ran.exit).toBe(3);
    expect((await machine.orgctl('-p sandbox scim users get memberb --query active')).stdout).toBe('true\n');
    expect((await machine.orgctl('-p sandbox scim users get guesta')).exit).toBe(6);
  });
});
