import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { onService } from '../support/web-machine.ts';

describe('functions steps (WEB §4.5)', () => {
  it.each([
    ['by its ID', '--workflow Wf0RELEASE'],
    ['by a reference and its app', "--workflow '#/workflows/release' --app A0DEPLOY"],
  ])('accepts a workflow %s', async (_, words) => {
    const { stdout, exit } = await freshMachine().orgctl(`-p sandbox functions steps Fn0RELEASE ${words}`);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        title: 'Start the release',
        workflow_id: 'Wf0RELEASE',
        step_id: '0',
        is_deleted: false,
        workflow_version_created: '1712300000',
      },
    ]);
  });

  it('shows steps of the built-in form function by default, and marks deleted steps', async () => {
    const { orgctl } = await onService();
    const ran = await orgctl('functions steps --workflow Wf0INTAKE -o csv --columns title,state,created');
    expect(ran.stdout).toBe(
      [
        'title,state,created',
        'Ask what is needed,in use,2024-03-05T00:53:20Z',
        'Ask for a date,deleted,2024-03-05T00:53:20Z',
        'Ask what is needed and by when,in use,2024-03-31T15:46:40Z',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ["--workflow '#/workflows/intake'", 2, 'is a workflow reference, which needs --app'],
    ['', 2, '--workflow'],
    ['--workflow Wf0NONE', 6, '[unknown_workflow_id]'],
    ["--workflow '#/workflows/intake' --app A0NONE", 6, '[unknown_app_id]'],
  ])('refuses %s', async (words, exit, message) => {
    const ran = await freshMachine().orgctl(`-p sandbox functions steps ${words}`);
    expect(ran).toMatchObject({ exit, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});

describe('functions permissions set (WEB §4.8)', () => {
  const LINE = '-p sandbox functions permissions set';

  it.each([
    ['Fn0RELEASE --to everyone', 'everyone'],
    ['start_release --app A0DEPLOY --to app_collaborators', 'app_collaborators'],
  ])('sets %s', async (words, type) => {
    const { stdout, exit } = await freshMachine().orgctl(`${LINE} ${words}`);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ permission_type: type });
  });

  it.each([
    ['Fn0RELEASE --to everyone', 'Fn0RELEASE may be used by everyone\n'],
    ['Fn0RELEASE --users clara.voss,tomas.rey', 'Fn0RELEASE may be used by clara.voss, tomas.rey\n'],
  ])('says after %s who may use the function', async (words, sentence) => {
    const { orgctl } = freshMachine();
    expect((await orgctl(`${LINE} ${words}`)).stderr).toContain(sentence);
    expect((await orgctl(`${LINE} ${words} --quiet`)).stderr).toBe('');
  });

  it('sets named_entities for --users, given by userName or ID', async () => {
    const { orgctl } = freshMachine();
    const { stdout } = await orgctl(`${LINE} Fn0RELEASE --users clara.voss,W133PZN96`);
    expect(JSON.parse(stdout)).toEqual({
      permission_type: 'named_entities',
      users: [
        expect.objectContaining({ user_id: 'W12L3NPDN', username: 'clara.voss' }),
        expect.objectContaining({ user_id: 'W133PZN96', username: 'tomas.rey' }),
      ],
    });
    expect((await orgctl(`${LINE} Fn0RELEASE --users clara.voss -o table`)).stdout).toContain('clara.voss');
  });

  it.each([
    ['Fn0RELEASE', 'permission_type_required'],
    ['Fn0RELEASE --to named_entities', 'invalid_named_entities'],
    ['Fn0RELEASE --to everyone --users clara.voss', 'invalid_permission_type'],
    ['Fn0RELEASE --to app_collaborators --teams T0HARBOUR', 'invalid_permission_type'],
  ])('refuses %s before sending anything', async (words, code) => {
    const ran = await freshMachine().orgctl(`${LINE} ${words}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(`[${code}]`);
  });
});
