import { describe, expect, it } from 'vitest';
import { conflictingEdit, differences, isDone, unstoredAttributes } from '../../src/bulk/run/compare-user.ts';
import type { UserAttributeName, UserValues } from '../../src/spec/user-attributes.ts';
import { userId } from '../../src/values/ids.ts';

const TO_CHEF = { set: { title: 'Chef' }, clear: [], before: { title: 'Cook' } };

describe('comparing a user with a planned change', () => {
  it.each<[UserValues, boolean, string | undefined]>([
    [{ title: 'Chef' }, true, undefined],
    [{ title: 'Cook' }, false, undefined],
    [{ title: 'Baker' }, false, 'title is "Baker", the plan expected "Cook"'],
    [{}, false, 'title is empty, the plan expected "Cook"'],
  ])('recognizes whether it is done and what was edited elsewhere: %j', (now, done, foreign) => {
    expect(isDone(TO_CHEF, now)).toBe(done);
    const update = { ...TO_CHEF, target: { id: userId('W1') } };
    expect(conflictingEdit(update, now)).toBe(foreign);
  });
});

describe('comparing a user with several planned values', () => {
  const update = {
    target: { id: userId('W1') },
    set: { title: 'Chef' },
    clear: ['department' as const],
    before: { title: 'Cook', department: 'Kitchen' },
  };

  it.each<[UserValues, boolean, string | undefined]>([
    [{ title: 'Chef' }, true, undefined],
    [{ title: 'Chef', department: 'Kitchen' }, false, undefined],
    [{ title: 'Cook' }, false, undefined],
    [{ title: 'Chef', department: 'Bar' }, false, 'department is "Bar", the plan expected "Kitchen"'],
    [{ title: 'Chef', division: 'East' }, true, undefined],
  ])('recognizes whether all are done and what was edited elsewhere: %j', (now, done, foreign) => {
    expect([isDone(update, now), conflictingEdit(update, now)]).toEqual([done, foreign]);
  });

  it('names a value that was empty before', () => {
    const fresh = { ...update, clear: [], before: {} };
    expect(conflictingEdit(fresh, { title: 'Baker' })).toBe('title is "Baker", the plan expected empty');
    expect(conflictingEdit({ ...fresh, before: { title: '' } }, { title: 'Baker' })).toContain(
      'expected empty',
    );
  });
});

describe('comparing the response with the request', () => {
  it.each<[string, UserValues, readonly UserAttributeName[], UserValues, readonly string[]]>([
    ['a value that was kept', { title: 'Chef' }, [], { title: 'Chef' }, []],
    ['a value that was not kept', { title: 'Chef' }, [], { title: 'Cook' }, ['title']],
    ['a value that is missing', { department: 'X' }, [], {}, ['department']],
    ['a cleared value that is still there', {}, ['title'], { title: 'Cook' }, ['title']],
    ['a cleared value that is gone', {}, ['phone'], {}, []],
    ['a display name that the service fills', {}, ['displayName'], { displayName: 'ada' }, []],
    ['a guest stored as a full member', { guest: true }, [], {}, ['guest']],
    ['a full member stored as a guest', { guest: false }, [], { guest: true }, ['guest']],
    ['an account that stays active', { active: false }, [], { active: true }, ['active']],
    ['another manager, by ID', { manager: 'W0000002' }, [], { manager: 'W0000001' }, ['manager']],
    ['no manager, by ID', { manager: 'W0000002' }, [], {}, ['manager']],
    ['a manager by name, returned by ID', { manager: 'bea' }, [], { manager: 'W0000001' }, []],
    ['a manager by name, not returned', { manager: 'bea' }, [], {}, ['manager']],
    ['a userName that is normalized', { userName: 'Anna Lind' }, [], { userName: 'anna_lind' }, []],
    ['another userName', { userName: 'anna' }, [], { userName: 'bo' }, ['userName']],
    ['a userName from an address', { userName: 'anna@x.example' }, [], { userName: 'anna2' }, []],
    ['a nickname beside a userName', { userName: 'anna', nickName: 'bo' }, [], { userName: 'anna' }, []],
    ['a photo, which is shown late', { photo: 'https://x.example/a.png' }, [], {}, []],
    ['a password, which is never shown', { password: 'secret' }, [], {}, []],
    ['a removed photo, which shows late', {}, ['photo'], { photo: 'https://x.example/a.png' }, []],
    ['a nickname alone', { nickName: 'bo' }, [], { nickName: 'anna' }, ['nickName']],
    ['a display name that is sent', { displayName: 'Ada' }, [], { displayName: 'ada l' }, ['displayName']],
    ['a removed manager', {}, ['manager'], { manager: 'W0000001' }, ['manager']],
    [
      'several values, in the order of the table',
      { title: 'Chef', email: 'a@x.example' },
      ['phone'],
      { phone: '1' },
      ['email', 'title', 'phone'],
    ],
    ['a value that was not sent', {}, [], { title: 'Cook' }, []],
  ])('lists values that were not kept: %s', (_, set, clear, stored, lost) => {
    expect(unstoredAttributes({ set, clear }, stored)).toEqual(lost);
  });

  it('lists the differences between two states of a user, value by value', () => {
    const before = { title: 'Cook', department: 'Kitchen', active: true };
    expect(differences(before, { title: 'Chef', active: true })).toEqual({
      before: { title: 'Cook', department: 'Kitchen' },
      after: { title: 'Chef' },
    });
  });

  it('ignores values that appear late or never', () => {
    const [before, after] = [
      { photo: 'https://x.example/a.png', profileUrl: 'https://x.example/a' },
      { password: 'x' },
    ];
    expect(differences(before, after)).toEqual({ before: {}, after: {} });
    expect(differences({}, { title: 'Chef' })).toEqual({ before: {}, after: { title: 'Chef' } });
  });
});
