import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { correctedScope } from '../../src/manifest/known-scopes.ts';
import { BOT_SCOPES, USER_SCOPES } from '../../src/spec/manifest-scopes.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const app = (scopes: readonly string[], events: readonly string[] = []) => `display_information:
  name: Tide
features:
  bot_user: {display_name: tide}
oauth_config:
  scopes:
    bot:
${scopes.map((scope) => `      - ${scope}\n`).join('')}settings:
  socket_mode_enabled: true
  event_subscriptions:
    bot_events: [${['app_home_opened', ...events].join(', ')}]
`;

function machineWith(text: string) {
  const machine = freshMachine();
  const file = machine.path('tide.yaml');
  writeFileSync(file, text);
  const run = async (words: string) => {
    const { exit, stdout } = await machine.orgctl(words.replace('tide.yaml', file));
    return { exit, stdout: stdout.replaceAll(file, 'tide.yaml') };
  };
  const told = async (words: string) => {
    const { stderr } = await machine.orgctl(words.replace('tide.yaml', file));
    return stderr.replaceAll(file, 'tide.yaml');
  };
  return { run, told, text: () => readFileSync(file, 'utf8') };
}

describe('mistyped scope names (WEB §2.6)', () => {
  it('give a warning at their position with the suggested scope', async () => {
    const { run } = machineWith(app(['chat:wrte', 'im:histroy'], ['message.im']));
    expect(await run('manifest validate tide.yaml')).toEqual({
      exit: 0,
      stdout: `tide.yaml:8:9: warning: "chat:wrte" is not a known scope; did you mean "chat:write"? [unknown-scope]
  8 |       - chat:wrte
    |         ^^^^^^^^^
  fix: write chat:write (orgctl manifest lint --fix-suggested)
tide.yaml:9:9: warning: "im:histroy" is not a known scope; did you mean "im:history"? [unknown-scope]
  9 |       - im:histroy
    |         ^^^^^^^^^^
  fix: write im:history (orgctl manifest lint --fix-suggested)
`,
    });
  });

  it.each([
    [
      'are replaced, which satisfies the event that needs them',
      ['chat:wrte', 'im:histroy'],
      ['chat:write', 'im:history'],
    ],
    ['are removed if the correct scope is already listed', ['im:history', 'im:histroy'], ['im:history']],
    ['are replaced if an event needs a similar scope', ['im:historical'], ['im:history']],
    [
      'are replaced if they have capitals or a space',
      ['Chat Write', 'im:history'],
      ['chat:write', 'im:history'],
    ],
  ])('%s', async (_, before, after) => {
    const { run, text } = machineWith(app(before, ['message.im']));
    await run('manifest lint tide.yaml --fix-suggested');
    expect(text()).toBe(app(after, ['message.im']));
    expect(await run('manifest validate tide.yaml')).toEqual({ exit: 0, stdout: '' });
  });

  it('are kept by --fix, which points to --fix-suggested', async () => {
    const { told, text } = machineWith(app(['chat:wrte', 'im:histroy'], ['message.im']));
    const note = 'tide.yaml: nothing fixed; to apply 2 suggested fixes: --fix-suggested\n';
    expect(await told('manifest lint tide.yaml --fix')).toContain(note);
    expect(text()).toContain('im:histroy');
    expect(await told('manifest lint tide.yaml --fix-suggested')).not.toContain('nothing fixed');
  });

  it('are fixed in the main list without a duplicate from the optional list', async () => {
    const text = (main: string, optional: string) => `display_information: {name: Tide}
oauth_config: {scopes: {user: ["${main}"], user_optional: ["${optional}"]}}
`;
    const { run, text: now } = machineWith(text('users:raed', 'users:read'));
    await run('manifest lint tide.yaml --fix-suggested');
    expect(now()).toBe(text('users:read', 'users:read'));
  });

  it('are listed by manifest scopes with a suggestion', async () => {
    const { run } = machineWith(app(['im:histroy'], ['message.im']));
    expect((await run('manifest scopes tide.yaml -o table')).stdout).toMatch(
      /^im:histroy +bot +unused +not a known scope; did you mean im:history\?/m,
    );
    expect(JSON.parse((await run('manifest scopes tide.yaml')).stdout)).toContainEqual(
      expect.objectContaining({ scope: 'im:histroy', didYouMean: 'im:history' }),
    );
  });

  it('do not include well-formed scopes that are similar to no known scope', async () => {
    const newer = ['admin.teams:read', 'hosting:read', 'chat:write:app', 'im:write.topic', 'openid'];
    const { run } = machineWith(app(['chat:write', ...newer]));
    expect(await run('manifest validate tide.yaml')).toEqual({ exit: 0, stdout: '' });
  });

  it('get a hint but no suggestion if one item contains several scopes', async () => {
    const { run } = machineWith(app(['"channels:read,groups:read"']));
    expect((await run('manifest validate tide.yaml')).stdout).toContain(
      'hint: write one scope per item, for example chat:write\n',
    );
  });
});

describe('known scopes', () => {
  it.each([...new Set([...BOT_SCOPES, ...USER_SCOPES])])('%s gets no suggestion', (scope) => {
    expect(correctedScope(scope, ['oauth_config', 'scopes', 'bot'])).toBeUndefined();
  });
});
