import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it('commands to copy quote the names of files', async () => {
  const machine = freshMachine();
  mkdirSync(machine.path('my files'));
  const file = (name: string) => machine.path(`my files/${name}`);
  writeFileSync(file('hr.csv'), 'Login,Mail\nann.lee,ann.lee@x.example\n');
  const mapped = await machine.orgctl(`bulk init-map '${file('hr.csv')}' --out '${file('map.yaml')}'`);
  expect(mapped.stderr).toContain(
    `try it: orgctl bulk check '${file('hr.csv')}' --map '${file('map.yaml')}'\n`,
  );
  expect(readFileSync(file('map.yaml'), 'utf8')).toContain(
    `#   orgctl bulk check '${file('hr.csv')}' --map FILE\n`,
  );
  const piped = await machine.orgctl('bulk init-map -', { stdin: 'Login,Mail\na.b,a.b@x.example\n' });
  expect(piped.stdout).toContain('#   orgctl bulk check - --map FILE\n');

  writeFileSync(file('people.csv'), 'userName,email\nann.lee,ann.lee@x.example\n');
  await machine.orgctl(`-p sandbox bulk plan '${file('people.csv')}' --out '${file('plan.json')}'`);
  writeFileSync(file('token'), 'xoxp-other');
  const connection = `--scim-url https://other.example --scim-version 2.0 --token-file '${file('token')}'`;
  const elsewhere = await machine.orgctl(`${connection} bulk apply '${file('plan.json')}' --yes`);
  expect(elsewhere.stderr).toContain(`hint: orgctl -p sandbox bulk apply '${file('plan.json')}'\n`);

  await machine.orgctl('-p sandbox scim users patch clara.voss --title Lead');
  const run = await machine.orgctl(`runs export latest --out '${file('run.ndjson')}'`);
  expect(run.stderr).toContain(`orgctl runs import '${file('run.ndjson')}'\n`);
  const audit = await machine.orgctl(`runs export --since 1d --out '${file('audit.ndjson')}'`);
  expect(audit.stderr).toContain(
    `1 record in ${file('audit.ndjson')}; check it with: orgctl runs verify '${file('audit.ndjson')}'\n`,
  );
});
