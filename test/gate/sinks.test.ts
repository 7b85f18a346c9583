import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS } from '../../src/output/view.ts';
import { openAppendFile } from '../../src/storage/append-file.ts';
import { createAtomicFile, writeFileAtomic } from '../../src/storage/atomic-file.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';
import { secretsOfTest } from '../support/secrets-of-test.ts';

const CANARY = 'PROXY-CANARY-9fK2mWq7Lz4s';
/** A secret known without any service: the password of the proxy of all requests. */
const env = { HTTPS_PROXY: `http://me:${CANARY}@127.0.0.1:1` };

function filesWith(machine: Machine, text: string): readonly string[] {
  return readdirSync(machine.home, { recursive: true, encoding: 'utf8' })
    .map((name) => join(machine.home, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file, 'latin1').includes(text))
    .map((file) => file.slice(machine.home.length + 1));
}

describe('secret contained in the data', () => {
  it('is hidden on stdout in every format, in exports, reports, events, failed rows and the completion cache', async () => {
    const machine = freshMachine();
    const orgctl = (line: string) => machine.orgctl(`-p sandbox ${line}`, { env });
    const people = machine.path('people.csv');
    writeFileSync(people, `userName,email,displayName,title\nbo,bo@x.example,${CANARY},x\n`);
    // Without the proxy the value is not a secret, so the user is created with it.
    expect((await machine.orgctl(`-p sandbox bulk apply ${people} --yes`)).exit).toBe(0);
    for (const format of OUTPUT_FORMATS) {
      for (const line of ['scim users list --columns userName,displayName', 'scim users get bo']) {
        const { exit, stdout } = await orgctl(`${line} -o ${format}`);
        expect({ line, exit }).toEqual({ line, exit: 0 });
        expect(stdout).toContain('«redacted»');
        expect(stdout).not.toContain(CANARY);
      }
    }
    await orgctl(`scim users export --out ${machine.path('export.csv')}`);
    writeFileSync(people, `userName,email,title\n${CANARY},bo@x.example,y\n`);
    const outs = `--events ${machine.path('events')} --failed-out ${machine.path('failed.csv')}`;
    await machine.orgctl(`-p sandbox bulk apply ${people} --yes`);
    await orgctl(`bulk report latest --html ${machine.path('report.html')}`);
    for (const format of ['md', 'junit', 'github', 'json', 'yaml'])
      expect((await orgctl(`bulk report latest -o ${format}`)).stdout).not.toContain(CANARY);
    await orgctl(`bulk undo latest --yes ${outs}`);
    expect(filesWith(machine, '«redacted»'.slice(1, 9))).toContain('export.csv');
    const kept = filesWith(machine, CANARY);
    // The organization of the sandbox and the input file are exempt; the excluded runs were made before the
    // value was a secret.
    expect(
      kept.filter((file) => !/^(people\.csv|state\/sandbox\/|state\/runs\/[^/]+\/|cache\/)/.test(file)),
    ).toEqual([]);
  });

  it('prevents saving a plan, because the mark would be applied as the value', async () => {
    const machine = freshMachine();
    const people = machine.path('people.csv');
    writeFileSync(people, `userName,email,title\nbo,bo@x.example,${CANARY}\n`);
    const out = machine.path('plan.json');
    const planned = await machine.orgctl(`-p sandbox bulk plan ${people} --out ${out}`, { env });
    expect(planned.exit).toBe(5);
    expect(planned.stderr).toContain('was not written: a value in it is the token or a password of this run');
    expect(existsSync(out)).toBe(false);
    const applied = await machine.orgctl(`-p sandbox bulk apply ${people} --yes`, { env });
    expect(applied.exit).toBe(5);
    expect(filesWith(machine, CANARY)).toEqual(['people.csv']);
  });
});

describe('file content with secrets', () => {
  it('is written with marks unless the file keeps or refuses secrets', () => {
    const { home, path } = freshMachine();
    const secrets = secretsOfTest();
    secrets.add(CANARY);
    try {
      writeFileAtomic(path('atomic'), `a ${CANARY} b`);
      const bytes = createAtomicFile(path('bytes'));
      bytes.write(Buffer.from(`\u0000${CANARY}`));
      bytes.commit();
      const lines = openAppendFile(path('lines'));
      lines.append(`${Buffer.from(CANARY).toString('hex')}\n`);
      lines.close();
      const exact = createAtomicFile(path('exact'), { secrets: 'keep' });
      exact.write(CANARY);
      exact.commit();
      expect(() => writeFileAtomic(path('refused'), CANARY, { secrets: 'refuse' })).toThrow(
        /was not written/,
      );
    } finally {
      secrets.forget();
    }
    const written = Object.fromEntries(
      readdirSync(home).map((name) => [name, readFileSync(path(name)).toString('utf8')]),
    );
    expect(written).toEqual({
      atomic: 'a «redacted» b',
      bytes: '\u0000«redacted»',
      lines: '«redacted»\n',
      exact: CANARY,
    });
  });

  it('is written unchanged only after all runs have forgotten the secret', () => {
    const { path } = freshMachine();
    const [one, other] = [secretsOfTest(), secretsOfTest()];
    for (const secrets of [one, other]) secrets.add(CANARY);
    one.forget();
    writeFileAtomic(path('known'), CANARY);
    other.forget();
    writeFileAtomic(path('forgotten'), CANARY);
    expect(readFileSync(path('known'), 'utf8')).toBe('«redacted»');
    expect(readFileSync(path('forgotten'), 'utf8')).toBe(CANARY);
  });
});

describe('places in the source that write output', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join('src', name), 'utf8') }));
  const using = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

  it('only storage/atomic-file.ts opens a file that is replaced', () => {
    expect(using(/\bcreateAtomicFile\b/)).toEqual(['storage/atomic-file.ts']);
  });

  it('only the listed files write to a file', () => {
    expect(
      using(
        /\b(writeFile(Sync)?|appendFile(Sync)?|createWriteStream|writeSync|writevSync|truncateSync)\b/,
      ).sort(),
    ).toEqual([
      // Reserves space for a full disk by writing only hyphens.
      'bulk/run/disk-reserve.ts',
      // Prints the version and the completions, before any secret is known.
      'cli/main.ts',
      'storage/atomic-file.ts',
      // Prints the last messages of a process, after the gate.
      'terminal/write-at-once.ts',
    ]);
    expect(using(/\bfrom 'node:fs\/promises'/)).toEqual([]);
  });

  it('only cli/main.ts accesses the streams of the process', () => {
    expect(using(/\bprocess\.(stdout|stderr)\b|\bconsole\.\w/)).toEqual(['cli/main.ts']);
  });
});
