import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, test } from 'vitest';
import { hasBuildah, localBase, mayStartImages, openImages } from '../support/local-image.ts';
import { warnMissingTool } from '../support/missing-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgctl-distribution-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An environment with only the PATH of this machine. */
const bare = (home: string) => ({
  cwd: folder,
  env: { PATH: process.env['PATH'] ?? '', HOME: home, ORGCTL_HOME: home, CI: 'true' },
  extendEnv: false,
});

describe('npm package', () => {
  test('installs offline on an empty machine and applies a file there', async () => {
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

describe('executable', () => {
  test('is one file that runs without Node', async () => {
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

  if (!hasStrip()) warnMissingTool('strip');
  else
    test('is smaller than Node because its symbols are stripped', () => {
      expect(statSync('executable/orgctl').size).toBeLessThan(statSync(process.execPath).size);
    });
});

function hasStrip(): boolean {
  return spawnSync('strip', ['--version']).status === 0;
}

/** Image sizes are measured in decimal megabytes. */
const MEGABYTE = 1_000_000;

describe('container image', () => {
  if (!hasBuildah()) return warnMissingTool('buildah');
  const isAllowed = mayStartImages();
  if (!isAllowed) {
    test('is not tested because mounts are not allowed here', () => expect(isAllowed).toBe(false));
    return;
  }

  test('is built from the Containerfile, is small, and runs as a user without privileges', {
    timeout: 240_000,
  }, async () => {
    const images = openImages(join(folder, 'images'));
    await images.build('base', localBase(join(folder, 'base'), ['executable/orgctl', '/bin/sh']));
    // Building the executable in the image needs a registry, so the executable of the test above is used.
    const given = ['--build-arg', 'BASE=localhost/base', '--build-context', `build=${process.cwd()}`];
    await images.build('orgctl', process.cwd(), given);
    const { user, entrypoint, size } = await images.describe('orgctl');
    expect({ user, entrypoint }).toEqual({ user: '65532:65532', entrypoint: ['/usr/local/bin/orgctl'] });
    const base = await images.describe('base');
    expect(size - base.size).toBeLessThan(130 * MEGABYTE);
    const container = await images.start('orgctl', { '/job': 'examples' });
    const orgctl = (...argv: string[]) => container.run(...entrypoint, ...argv);
    expect((await orgctl('--version')).stdout).toMatch(/^\d+\.\d+\.\d+$/);
    const status = await container.run(
      'sh',
      '-c',
      'while read name ids; do echo $name $ids; done < /proc/self/status',
    );
    expect(status).toMatchObject({
      stderr: '',
      exitCode: 0,
      stdout: expect.stringContaining('Uid: 65532 65532 65532 65532\nGid: 65532 65532 65532 65532\n'),
    });
    // The home is writable; the program and the job files are not.
    const applied = await orgctl('-p', 'sandbox', 'bulk', 'apply', 'people.csv', '--yes', '-o', 'csv');
    expect(applied.stdout.split('\n')).toHaveLength(11);
    const again = await orgctl('-p', 'sandbox', 'bulk', 'plan', 'people.csv', '--detailed-exitcode');
    expect(again.exitCode).toBe(0);
    for (const path of ['/usr/local/bin/orgctl', '/job/people.csv', '/etc/passwd']) {
      const written = await container.run('sh', '-c', `: >> ${path}`);
      expect({ path, isWritten: written.exitCode === 0 }).toEqual({ path, isWritten: false });
    }
    const started = await orgctl('runs', 'list', '-o', 'json');
    expect(JSON.parse(started.stdout)[0]).toMatchObject({ state: 'finished' });
    await container.remove();
  });
});
