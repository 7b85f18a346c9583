import { Failure } from '../failure/failure.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { sameJson } from '../rules/same-json.ts';
import type { Json } from '../spec/protocol-types.ts';
import { type Comment, lostComments } from './comments.ts';
import { type Container, containersOf, convertedData, stepPaths } from './convert-data.ts';
import { type EditedDocument, openDocument } from './edited-document.ts';
import { type Expanded, expandAliases } from './expand-aliases.ts';
import type { ManifestFormat, ManifestSource } from './manifest-source.ts';
import { manifestVersion } from './manifest-version.ts';
import { malformedPart } from './misshapen-parts.ts';
import { pathText } from './path.ts';
import { printJson, printYaml } from './print-yaml.ts';
import { readManifest } from './read-manifest.ts';
import { valueAt } from './repairs.ts';
import { locate } from './source-tree.ts';
import { describeJson } from './wrong-type.ts';

/** A converted manifest, with what could not be preserved. */
export interface Converted {
  readonly text: string;
  /** Comments that have no place in the converted text. */
  readonly lost: readonly Comment[];
  /** Aliases and merge keys that were expanded, because their places now need different values. */
  readonly expanded: Expanded['expanded'];
  /** Parameters that already had the form of the target version. */
  readonly mixed: readonly string[];
}

/**
 * Converts a manifest to another version (WEB §9): parameters, `is_required` and `required`, the type of
 * steps, `_metadata.major_version`. The text is edited: comments, order and all other lines are preserved.
 * The result is compared with the converted data; if aliases prevent the edits, they are expanded.
 * @throws Failure `invalidInput` if the other version cannot express the manifest.
 */
export async function convertVersion(text: string, format: ManifestFormat, to: 1 | 2): Promise<Converted> {
  const source = await readManifest(text, format);
  const { data = null } = source;
  const from = manifestVersion(data);
  if (from === to) return { text, lost: [], expanded: [], mixed: [] };
  if (!isJsonObject(data))
    throw new Failure('invalidInput', `the manifest is ${describeJson(data)}; expected an object`);
  if (from === undefined)
    throw new Failure('invalidInput', 'major_version is not a version; the versions are 1 and 2');
  const misshapen = malformedPart(data);
  if (misshapen !== undefined) throw new Failure('invalidInput', `${misshapen}; nothing was converted`);
  if (to === 1) refuseInexpressible(data);
  const mixed = containersOf(data)
    .filter(({ isV2, names }) => isV2 === (to === 2) && names.length > 0)
    .map(({ path }) => pathText(path));
  const { text: result, expanded } = await convertText(source, to);
  return { text: result, lost: lostComments(source, await readManifest(result, format)), expanded, mixed };
}

async function convertText(source: ManifestSource, to: 1 | 2): Promise<Expanded> {
  const { data = null, format, text } = source;
  const expected = convertedData(data, to);
  const edited = await convertByEdits(text, format, data, to, expected);
  if (parsesTo(edited, expected)) return { text: edited.text, expanded: [] };
  const expansion = expandAliases(source, ['functions', 'workflows']);
  const again = await convertByEdits(expansion.text, format, data, to, expected);
  if (parsesTo(again, expected)) return { text: again.text, expanded: expansion.expanded };
  return { text: await printConverted(data, expected, to, format), expanded: expansion.expanded };
}

function parsesTo({ data, faults }: ManifestSource, expected: Json): boolean {
  if (!isJsonObject(data) || faults.length > 0) return false;
  const { _metadata: _, ...rest } = data;
  return sameJson(rest, expected);
}

/** Prints the manifest anew, if its text cannot be edited. */
async function printConverted(
  data: Json,
  expected: Json,
  to: 1 | 2,
  format: ManifestFormat,
): Promise<string> {
  const before = isJsonObject(data) && isJsonObject(data['_metadata']) ? data['_metadata'] : {};
  const rest = isJsonObject(expected) ? expected : {};
  const json = JSON.stringify({ _metadata: { ...before, major_version: to }, ...rest });
  const tree = (await readManifest(json, 'json')).tree();
  return format === 'json' ? printJson(tree) : printYaml(tree);
}

async function convertByEdits(
  text: string,
  format: ManifestFormat,
  data: Json,
  to: 1 | 2,
  expected: Json,
): Promise<ManifestSource> {
  const document = await openDocument(text, format);
  for (const container of containersOf(data)) {
    if (container.isV2 === (to === 2)) continue;
    const before = document.source();
    if (to === 2) await toV2(document, container);
    else await toV1(document, container);
    await document.settle(before, container.path, valueAt(expected, container.path) ?? null);
  }
  for (const path of stepPaths(data)) {
    if (to === 1) await document.change({ do: 'remove', path: [...path, 'type'] });
    else await addOnce(document, path, 'type', 'function');
  }
  await setVersion(document, to);
  return document.source();
}

/** Adds a key, unless an earlier edit already added it through an alias of the same text. */
async function addOnce(
  document: EditedDocument,
  path: Container['path'],
  key: string,
  value: Json,
): Promise<void> {
  if (valueAt(document.source().data ?? null, [...path, key]) === undefined)
    await document.change({ do: 'add', path, key, value });
}

/** Converts parameters to version 2. A list "required" is added if any parameter is explicitly marked. */
async function toV2(
  document: EditedDocument,
  { path, names, required, saysRequired }: Container,
): Promise<void> {
  if (!document.isWrittenOut(path)) return;
  const remarks = new Map<string, string>();
  const hasLines = document.hasLines(path);
  for (const name of names) {
    const key = [...path, name, 'is_required'];
    // In flow style a comment stays where it is.
    const mayMove = hasLines && document.hasLines([...path, name]) && required.includes(name);
    const remark = mayMove ? document.trailingCommentAt(key) : undefined;
    if (remark !== undefined) remarks.set(name, remark);
    await document.change({ do: 'remove', path: key, moved: remark === undefined ? [] : [remark] });
  }
  await document.restructure(path, 2);
  if (!saysRequired) return;
  await document.change({ do: 'add', path, key: 'required', value: required });
  for (const [name, remark] of remarks)
    await document.addTrailingComment([...path, 'required', required.indexOf(name)], remark);
}

async function toV1(
  document: EditedDocument,
  { path, names, required, saysRequired }: Container,
): Promise<void> {
  if (!document.isWrittenOut(path)) return;
  const list = valueAt(document.source().data ?? null, [...path, 'required']);
  const remarks = new Map(
    (Array.isArray(list) ? list : []).flatMap((name, index) => {
      const remark = document.trailingCommentAt([...path, 'required', index]);
      const hasPlace = saysRequired && document.hasLines([...path, 'properties', String(name)]);
      return remark === undefined || !hasPlace ? [] : [[String(name), remark] as const];
    }),
  );
  await document.change({ do: 'remove', path: [...path, 'required'], moved: [...remarks.values()] });
  await document.restructure(path, 1);
  for (const name of names) {
    await document.change({ do: 'remove', path: [...path, name, 'is_required'] });
    if (!saysRequired) continue;
    await addOnce(document, [...path, name], 'is_required', required.includes(name));
    const remark = remarks.get(name);
    if (remark !== undefined) await document.addTrailingComment([...path, name, 'is_required'], remark);
  }
}

/** @throws Failure for steps and parameters whose meaning would change in version 1. */
function refuseInexpressible(data: Json): void {
  for (const path of stepPaths(data)) {
    const type = valueAt(data, [...path, 'type']);
    if (type === undefined || type === 'function') continue;
    throw new Failure(
      'invalidInput',
      `step ${Number(path.at(-1)) + 1} of ${path[1]} is a ${JSON.stringify(type)}; version 1 has only functions`,
    );
  }
  for (const { path, isV2, names, required } of containersOf(data)) {
    for (const name of isV2 ? names : []) {
      const says = valueAt(data, [...path, 'properties', name, 'is_required']);
      if (says !== true || required.includes(name)) continue;
      throw new Failure(
        'invalidInput',
        `${pathText([...path, 'properties', name])} has is_required: true, which version 2 ignores: the list "required" does not have it`,
        { hint: 'list it in required first: orgctl manifest lint --fix-suggested' },
      );
    }
  }
}

/**
 * Sets the version. Version 1 is the default, so that a `_metadata` added at the end by a conversion is
 * removed again.
 */
async function setVersion(document: EditedDocument, to: 1 | 2): Promise<void> {
  const source = document.source();
  const path = ['_metadata', 'major_version'];
  const root = source.tree();
  const metadata = locate(root, ['_metadata'])?.node;
  if (locate(root, path) === undefined) {
    await document.change({ do: 'add', path: ['_metadata'], key: 'major_version', value: to });
    return;
  }
  const isLast =
    root.kind === 'object' && root.entries.at(-1)?.key === '_metadata' && root.entries.length > 1;
  if (to === 1 && isLast && metadata?.kind === 'object' && metadata.entries.length === 1) {
    await document.change({ do: 'remove', path: ['_metadata'] });
  } else {
    await document.change({ do: 'replace', path, value: to });
  }
}
