// What a built program has of others, read from the bundler's own list: the texts of their licenses, and a
// bill of materials.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The packages of a bundle, sorted by folder.
 * @param metafile of esbuild
 * @returns {{ folder: string, name: string, version: string, license: string }[]}
 */
export function bundledPackages({ inputs }) {
  const folders = Object.keys(inputs).map(
    (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0],
  );
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { folder, name, version, license };
    });
}

/**
 * The license texts of packages: each asks to be kept with its code.
 * @throws Error for a package without one: it cannot be shipped
 */
export function licenseTexts(packages, more = []) {
  const texts = packages.map(({ folder, name, version, license }) => {
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
    if (text === '') throw new Error(`${name} ${version} has no license text: it cannot be bundled`);
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return [...texts, ...more].join(`\n${'-'.repeat(72)}\n\n`);
}

/**
 * What the executable has beside the bundle: Node.js itself, with the license text that lies beside it where
 * it is installed.
 */
export function runtimeLicense() {
  const { version } = process;
  const home = dirname(dirname(process.execPath));
  const file = ['LICENSE', 'share/doc/node/LICENSE', 'share/doc/nodejs/copyright']
    .map((name) => join(home, name))
    .find((path) => existsSync(path));
  const text =
    file === undefined
      ? `Its license, and those of its parts: https://github.com/nodejs/node/blob/${version}/LICENSE`
      : readFileSync(file, 'utf8').trim();
  return `Node.js ${version} (MIT)\n\n${text}\n`;
}

/**
 * A bill of materials as CycloneDX 1.6 in JSON. Nothing in it depends on when or where it was made.
 * @param isExecutable whether Node.js itself is inside
 */
export function billOfMaterials(program, packages, isExecutable) {
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const components = packages.map(({ folder, name, version, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const [algorithm, digest] = locked[folder].integrity.split('-');
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
      ],
      licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    };
  });
  const runtime = {
    type: 'platform',
    'bom-ref': 'nodejs',
    name: 'Node.js',
    version: process.versions.node,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const all = isExecutable ? [runtime, ...components] : components;
  const own = `pkg:npm/${program.name}@${program.version}`;
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: program.name,
        version: program.version,
        purl: own,
        licenses: [{ license: { id: program.license } }],
      },
    },
    components: all,
    dependencies: [
      { ref: own, dependsOn: all.map((component) => component['bom-ref']) },
      ...all.map((component) => ({ ref: component['bom-ref'] })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
