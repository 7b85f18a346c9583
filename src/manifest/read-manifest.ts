import {
  type ManifestFormat,
  type ManifestSource,
  READ_LIMITS,
  syntaxFault,
  TOO_LARGE,
  unreadable,
} from './manifest-source.ts';

/** Returns the format of a file: by its name, else by its first character. */
export function formatOf(name: string, text: string): ManifestFormat {
  return formatNamed(name) ?? (/^\s*[{[]/.test(text) ? 'json' : 'yaml');
}

/** Returns the format given by the name of a file; undefined for any other name. */
export function formatNamed(name: string): ManifestFormat | undefined {
  if (/\.json$/i.test(name)) return 'json';
  return /\.ya?ml$/i.test(name) ? 'yaml' : undefined;
}

/** Reads a manifest. Problems are returned in `faults`; nothing is thrown. */
export async function readManifest(text: string, format: ManifestFormat): Promise<ManifestSource> {
  if (text.length > READ_LIMITS.bytes) return unreadable('', format, syntaxFault([0, 0], TOO_LARGE));
  if (format === 'json') return (await import('./read-json.ts')).readJson(text);
  return (await import('./read-yaml.ts')).readYaml(text);
}
