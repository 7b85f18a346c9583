import { readFileSync, writeFileSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, it, onTestFinished } from 'vitest';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { TOKEN_KINDS } from '../../src/spec/protocol-types.ts';
import { expectRecorded } from '../support/recorded-walk.ts';
import { freshMachine } from '../support/run-orgctl.ts';

/** 2024-08-01T12:00:00Z. */
const NOW = Date.UTC(2024, 7, 1, 12, 0, 0);
const THREAD = 'D0DEPLOY 1709830800.000100';

/** The command lines, run one after the other on one organization; {home} is the working folder. */
const WALK: readonly string[] = [
  'profile check',
  'admin sessions --limit 6',
  'admin sessions clara.voss --team T0HARBOUR',
  'admin sessions aroha.ngata --team T0HARBOUR',
  'admin sessions --stale 90d --columns user,os,client,ip,lastSeen',
  'admin sessions --by user',
  'admin sessions --by os',
  'admin sessions --by client',
  'admin sessions --by ip --limit 4',
  'admin sessions clara.voss',
  'admin sessions nobody.here --team T0HARBOUR',
  'admin invites denied --team T0HARBOUR',
  'admin invites denied --team T0FINCH --columns email,kind,deniedBy',
  'admin invites denied',
  'admin policy assign --users clara.voss,tomas.rey,W0GONE0001',
  'admin policy assign --file {home}/people.txt',
  'admin policy assign other --users clara.voss',
  'admin conversations convert-to-private C0LIGHTHOUSE --dry-run',
  'admin conversations convert-to-private C0LIGHTHOUSE --confirm C0RANDOM',
  'admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
  'admin conversations convert-to-private C0GENERAL --confirm C0GENERAL',
  'logs --limit 8',
  'logs --change disabled --columns date,app,reason',
  'logs --service 418200555 --columns date,change,user,feed',
  'logs --app A0INTAKE --team T0FINCH --columns date,change,user,scope',
  'logs --by change',
  'logs --by app',
  'logs --by user',
  'logs --by day --since 2024-04-10 --until 2024-04-22',
  'logs --since -7d',
  'logs --since yesterday',
  'functions steps Fn0RELEASE --workflow Wf0RELEASE',
  "functions steps Fn0RELEASE --workflow '#/workflows/release' --app A0DEPLOY",
  "functions steps --workflow '#/workflows/intake'",
  'functions steps --workflow Wf0INTAKE',
  'functions permissions set Fn0RELEASE --users clara.voss,tomas.rey',
  'functions permissions set start_release --app A0DEPLOY --to everyone',
  'functions permissions set Fn0RELEASE --to everyone --teams T0HARBOUR',
  'functions permissions set Fn0RELEASE',
  `assistant status set ${THREAD} 'is looking into it…' --loading-message 'Reading…'`,
  `assistant status set ${THREAD} 'is deploying…' --while -- sh -c 'echo deployed; exit 3'`,
  `assistant status clear ${THREAD}`,
  "assistant status set D0DEPLOY yesterday 'is looking…'",
  'conversations mark C0RANDOM 1709571600.000100',
  'conversations mark C0NOWHERE 1709571600.000100',
  'migrate exchange U10IMBXVJ U1118NVR2 W144YNJ08 U0NOBODY1',
  'migrate exchange --to-old W10IMBXVJ',
  'migrate exchange @{home}/users.txt --map {home}/ids.csv',
  'migrate exchange @{home}/users.txt --map {home}/ids.csv',
  'migrate rewrite --map {home}/ids.csv {home}/notes.txt',
  'migrate rewrite --map {home}/ids.csv --in-place {home}/notes.txt -o csv',
  'migrate rewrite --map {home}/ids.csv --in-place --reverse {home}/notes.txt -o csv',
  'api auth.test',
  'api admin.users.session.list limit=5 --paginate --limit 2',
  'api conversations.mark channel=C0RANDOM',
  'api conversations.mark --describe',
  'api no.such.method a=1',
  'explain over_max_entity_limit',
  'explain too_many_users',
];

/** Command groups that use the Web API. */
const AREAS = ['admin', 'logs', 'functions', 'assistant', 'conversations', 'migrate', 'api'];
/** Commands in these groups that use SCIM only. */
const OVER_SCIM = /^migrate (?!exchange|rewrite)/;

it.each(['terminal', 'pipe'])(
  'WEB §4: all commands of the Web API print the recorded output, %s',
  async (where) => {
    const sandbox = await openSandbox({ initial: demoOrganization(), now: () => NOW });
    const server = await listen(sandbox, 0, () => NOW);
    onTestFinished(() => server.close());
    const machine = freshMachine();
    for (const kind of TOKEN_KINDS) {
      const line = `profile add harbour --scim-url ${server.origin} --api-url ${server.origin}/api --token-kind ${kind} --token-stdin --no-check`;
      await machine.orgctl(line, { stdin: SANDBOX_TOKENS[kind] });
    }
    writeFileSync(machine.path('people.txt'), '# new\nwalt.finch\nmei.tanaka@harbour-finch.example\n');
    writeFileSync(machine.path('users.txt'), 'U10IMBXVJ, U1118NVR2\nU0NOBODY1\n');
    const notes = 'Ask <@U10IMBXVJ> or U1118NVR2; U0NOBODY1 has left.\n';
    writeFileSync(machine.path('notes.txt'), notes);
    // CI turns off progress output, which would depend on the speed of the machine.
    const stream = { env: { CI: '1' }, ...(where === 'terminal' ? { terminal: 80 } : {}) };
    let transcript = '';
    for (const line of WALK) {
      const words = line.replaceAll('{home}', machine.home);
      const ran = await machine.orgctl(`--color never ${words}`, { now: () => NOW, ...stream });
      const said = ran.stderr === '' ? '' : `${ran.stderr.trimEnd().replace(/^/gm, '! ')}\n`;
      transcript += `$ orgctl ${line}\n${ran.stdout}${said}${ran.exit === 0 ? '' : `exit ${ran.exit}\n`}\n`;
    }
    expect(readFileSync(machine.path('notes.txt'), 'utf8')).toBe(notes);
    for (const token of Object.values(SANDBOX_TOKENS)) expect(transcript).not.toContain(token);
    const told = transcript
      .replaceAll(new URL(server.origin).host, '127.0.0.1:8080')
      .replaceAll(machine.home, '{home}');
    const isLong = (area: string) => area === 'admin' || area === 'logs';
    await expectRecorded(`web-${where}`, told, (line) => {
      const [area = ''] = line.split(' ');
      return isLong(area) ? area : 'others';
    });
  },
);

it('runs every command of the Web API', async () => {
  const program = await buildWholeProgram();
  const leaves = program.commands
    .filter((command) => AREAS.includes(command.name()))
    .flatMap(leavesOf)
    .map(wordsOf)
    .filter((words) => !OVER_SCIM.test(words));
  const isFound = (area: string) => leaves.some((words) => words.split(' ')[0] === area);
  expect(AREAS.filter((area) => !isFound(area))).toEqual([]);
  expect(leaves.filter((words) => !WALK.some((line) => `${line} `.startsWith(`${words} `)))).toEqual([]);
});

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function wordsOf(command: CommandUnknownOpts): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${wordsOf(parent)} ${command.name()}`;
}
