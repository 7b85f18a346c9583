import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'orgctl-distribution-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An environment without anything of this machine but where programs are. */
const bare = (home: string) => ({
  cwd: folder,
  env: { PATH: process.env['PATH'] ?? '', HOME: home, ORGCTL_HOME: home, CI: 'true' },
  extendEnv: false,
});

describe('the package', () => {
  test('installs without a network on an empty machine, and does the main job there', async () => {
    const packed = await execa('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    const prefix = join(folder, 'prefix');
    const cache = join(folder, 'cache');
    await execa(
      'npm',
      ['install', '--global', '--offline', '--prefix', prefix, '--cache', cache, join(folder, filename)],
      bare(folder),
    );
    const orgctl = (...argv: string[]) => execa(join(prefix, 'bin', 'orgctl'), argv, bare(folder));
    expect((await orgctl('--version')).stdout).toMatch(/^\d+\.\d+\.\d+$/);
    const installed = join(prefix, 'lib', 'node_modules', 'orgctl');
    const people = join(installed, 'examples', 'people.csv');
    await orgctl('-p', 'sandbox', 'bulk', 'apply', people, '--yes');
    const { stdout } = await orgctl('-p', 'sandbox', 'scim', 'users', 'get', 'noor.haddad', '-o', 'csv');
    expect(stdout).toContain('noor.haddad@harbour-finch.example');
    expect(readdirSync(join(prefix, 'share', 'man', 'man1'))).toContain('orgctl.1');
    expect(readdirSync(join(installed, 'completions'))).toEqual(
      expect.arrayContaining(['orgctl.bash', '_orgctl', 'orgctl.fish', 'orgctl.ps1']),
    );
    expect(readdirSync(installed)).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist']),
    );
    expect(readdirSync(installed)).not.toContain('node_modules');
    expect(readdirSync(join(installed, 'dist'))).toEqual(
      expect.arrayContaining(['LICENSES.txt', 'sbom.cdx.json']),
    );
  });
});

describe('the executable', () => {
  test('is one file that runs where Node is not', async () => {
    await execa('npm', ['run', '--silent', 'build:executable']);
    const env = { ...bare(folder), env: { HOME: folder, ORGCTL_HOME: join(folder, 'home') } };
    const orgctl = (...argv: string[]) => execa(join(process.cwd(), 'executable', 'orgctl'), argv, env);
    expect((await orgctl('--version')).stdout).toMatch(/^\d+\.\d+\.\d+$/);
    const { stdout } = await orgctl('-p', 'sandbox', 'scim', 'users', 'list', '-o', 'ndjson');
    expect(stdout.split('\n')).toHaveLength(12);
    expect((await orgctl('__complete', 'fish', 'sandb')).stdout).toContain('sandbox');
    const licenses = readFileSync(join('executable', 'LICENSES.txt'), 'utf8');
    expect(licenses).toContain(readFileSync(join('dist', 'LICENSES.txt'), 'utf8'));
    expect(licenses).toContain(`Node.js v${process.versions.node} (MIT)`);
    const { components } = JSON.parse(readFileSync(join('executable', 'sbom.cdx.json'), 'utf8'));
    expect(components[0]).toMatchObject({ name: 'Node.js', version: process.versions.node });
    expect(readdirSync('executable').sort()).toEqual(['LICENSES.txt', 'orgctl', 'sbom.cdx.json']);
  });
});
