import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { billOfMaterials, licenseTexts } from '../../supply-chain.mjs';

const program = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

interface Component {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
}

describe('software bill of materials', () => {
  const bill = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8'));
  const components: readonly Component[] = bill.components;

  it('has the fields that CycloneDX 1.6 requires', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bill.metadata.component).toMatchObject({
      type: 'application',
      name: 'orgctl',
      version: program.version,
    });
    for (const component of components) {
      expect(component).toMatchObject({
        type: 'library',
        name: expect.stringMatching(/^(@[a-z-]+\/)?[a-z0-9.-]+$/),
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        purl: expect.stringMatching(/^pkg:npm\/(%40[a-z-]+\/)?[a-z0-9.-]+@\d/),
      });
      expect(component.hashes).toEqual([
        { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
      ]);
      for (const { license, expression } of component.licenses)
        expect(license?.id ?? expression).toMatch(/^\(?[A-Za-z0-9.-]+( (OR|AND) [A-Za-z0-9.-]+\)?)*$/);
    }
    const refs = [bill.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])];
    expect(new Set(refs).size).toBe(refs.length);
    const dependencies: readonly { ref: string; dependsOn?: readonly string[] }[] = bill.dependencies;
    for (const { ref, dependsOn = [] } of dependencies)
      expect(refs).toEqual(expect.arrayContaining([ref, ...dependsOn]));
  });

  it('lists exactly the packages in LICENSES.txt', () => {
    const licenses = readFileSync('dist/LICENSES.txt', 'utf8');
    const named = licenses
      .split(`\n${'-'.repeat(72)}\n\n`)
      .map((text) => /^(\S+) (\S+) \((.+)\)\n\n([\s\S]+)$/.exec(text) ?? []);
    expect(named.map(([, name, version]) => `${name} ${version}`)).toEqual(
      components.map(({ name, version }) => `${name} ${version}`),
    );
    for (const [, name, , , text = ''] of named)
      expect({ name, isText: text.length > 400 && /permi|licen/i.test(text) }).toEqual({
        name,
        isText: true,
      });
    expect(components.length).toBeGreaterThan(30);
  });

  it('is reproducible', () => {
    const packages = [{ folder: 'node_modules/chalk', name: 'chalk', version: '5.6.2', license: 'MIT' }];
    expect(billOfMaterials(program, packages, false)).toBe(billOfMaterials(program, packages, false));
    expect(JSON.parse(billOfMaterials(program, packages, true)).components[0]).toMatchObject({
      type: 'platform',
      name: 'Node.js',
      version: process.versions.node,
    });
  });

  it('refuses a package without a license text', () => {
    const without = { folder: 'test/e2e', name: 'x', version: '1.0.0', license: 'MIT' };
    expect(() => licenseTexts([without])).toThrow('x 1.0.0 has no license text: it cannot be bundled');
  });
});

describe('package-lock.json', () => {
  interface Locked {
    readonly integrity?: string;
    readonly resolved?: string;
    readonly hasInstallScript?: boolean;
  }
  const entries: readonly (readonly [string, Locked])[] = Object.entries<Locked>(lock.packages).filter(
    ([folder]) => folder !== '',
  );

  it('has the digest of every installed package and no URL', () => {
    const installed = entries.filter(([folder]) => existsSync(join(folder, 'package.json')));
    expect(installed.length).toBeGreaterThan(250);
    expect(installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('allows no install script', () => {
    const withScript = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = new Set(withScript.map(([folder]) => folder.replace(/^.*node_modules\//, '')));
    expect(Object.entries(program.allowScripts).sort()).toEqual(
      [...names].sort().map((name) => [name, false]),
    );
  });
});
