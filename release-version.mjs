import { readFileSync } from 'node:fs';
import { Plugin } from 'release-it';

/**
 * Takes the version from package.json, which is there before the first tag, and writes the next one into it
 * and into the lock file.
 */
export default class PackageVersion extends Plugin {
  getLatestVersion() {
    return JSON.parse(readFileSync('package.json', 'utf8')).version;
  }

  bump(version) {
    return this.exec(`npm version ${version} --no-git-tag-version --allow-same-version --ignore-scripts`);
  }
}
