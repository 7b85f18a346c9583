import { writeFileSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, it, onTestFinished } from 'vitest';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { expectRecorded } from '../support/recorded-walk.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { NOW, VERSIONS } from '../support/test-sandbox.ts';

/** The command lines, run one after the other on one organization; {home} is the working folder. */
const WALK: readonly string[] = [
  'service config',
  'service resource-types --columns name,endpoint,schema',
  'service schemas',
  'service schemas groups',
  'users list',
  `users list --filter 'email co "harbour" and not' --columns userName`,
  `users list --filter 'restricted eq true' --columns userName,state`,
  'users list --sort-order descending --limit 2 --columns userName,id',
  'users get clara.voss',
  'users create --user-name Eva.Holm --primary-email eva@x.example --given-name Eva --family-name Holm --title Painter --mobile "+46 70 2" --address.locality Lund --role Lead --start-date 2027-01-15 --manager walt.finch',
  'users create --user-name eva.holm --email eva2@x.example',
  'users create --user-name eva@ --email none',
  'users patch eva.holm --set title="VP" --department Research --phone "+46 8 1" --secondary-email e@y.example',
  'users patch eva.holm --remove-email e@y.example --clear startDate --clear phoneNumbers --display-name "Eva H."',
  'users patch eva.holm --remove-email eva@x.example',
  'users patch eva.holm --set startDate=soon --guest-expiration never',
  'users patch deploybot --no-active --yes',
  'users patch eva.holm -n --title Dry',
  'users replace eva.holm --title CTO',
  'users replace eva.holm --title CTO --yes',
  'users convert eva.holm --to guest --expires 2027-06-30 --yes',
  'users convert eva.holm --to guest --no-expires --yes',
  'users convert samir.aziz --to guest --yes',
  'users deactivate eva.holm --yes',
  'users deactivate eva.holm --yes --columns userName,state',
  'users activate eva.holm --columns userName,state',
  'users convert eva.holm --to member --yes --columns userName,state',
  'users export --filter "username eq eva.holm" --out {home}/people.csv',
  'groups list',
  `groups list --filter 'displayName sw "e"'`,
  `groups list --filter 'displayName is "e"'`,
  'groups get IT',
  'groups create "Data platform" --member eva.holm --member clara.voss@harbour-finch.example',
  'groups create Ghosts --member nobody',
  'groups patch "Data platform" --name Data --add tomas.rey --remove clara.voss',
  'groups members list Data',
  'groups members add Data clara.voss aroha.ngata',
  'groups members add Data former.member',
  'groups members remove Data eva.holm',
  'groups members set Data --members-file {home}/members.txt --yes',
  'groups replace Data --name Dataset --member clara.voss',
  'groups replace Data --name Dataset --member clara.voss --yes',
  'groups export --names',
  'groups members clear Dataset',
  'groups members clear Dataset --yes',
  'groups delete Dataset --yes',
  'groups delete Dataset --yes',
  'groups delete "Announcements team" --yes',
];

it.each(VERSIONS)('SCIM §4: all scim commands print the recorded output over SCIM %s', async (version) => {
  const sandbox = await openSandbox({ initial: demoOrganization(), now: () => NOW });
  const server = await listen(sandbox, 0, () => NOW);
  onTestFinished(() => server.close());
  const machine = freshMachine();
  writeFileSync(machine.path('members.txt'), 'walt.finch\nclara.voss@harbour-finch.example\n');
  let transcript = '';
  for (const line of WALK) {
    const words = line.replace('{home}', machine.home);
    const ran = await machine.orgctl(
      `--scim-url ${server.origin} --scim-version ${version} -o table scim ${words}`,
      { env: { ORGCTL_TOKEN: SANDBOX_TOKEN } },
    );
    const said = ran.stderr === '' ? '' : `${ran.stderr.trimEnd().replace(/^/gm, '! ')}\n`;
    transcript += `$ orgctl scim ${line}\n${ran.stdout}${said}${ran.exit === 0 ? '' : `exit ${ran.exit}\n`}\n`;
  }
  const told = transcript
    .replaceAll(new URL(server.origin).host, '127.0.0.1:8080')
    .replaceAll(machine.home, '{home}')
    .replaceAll(/ undo \d{8}-\d{6}-\w{5}/g, ' undo {run}');
  await expectRecorded(`scim-${version}`, told, (line) => line.split(' ')[1] ?? '');
});

it('runs every scim command', async () => {
  const program = await buildWholeProgram();
  const scim = program.commands.find((command) => command.name() === 'scim');
  const leaves = scim === undefined ? [] : leavesOf(scim).map(wordsOf);
  expect(leaves.length).toBeGreaterThan(20);
  expect(leaves.filter((words) => !WALK.some((line) => `${line} `.startsWith(`${words} `)))).toEqual([]);
});

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** The words after "orgctl scim". */
function wordsOf(command: CommandUnknownOpts): string {
  const { parent } = command;
  return parent === null || parent.name() === 'scim'
    ? command.name()
    : `${wordsOf(parent)} ${command.name()}`;
}
