import { Failure } from '../failure/failure.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { restructure } from './convert-parameters.ts';
import { editsFor } from './edit-text.ts';
import type { ManifestFormat, ManifestSource } from './manifest-source.ts';
import { manifestVersion } from './manifest-version.ts';
import type { Path } from './path.ts';
import type { Change } from './problem.ts';
import { readManifest } from './read-manifest.ts';
import { readParameters } from './read-parameters.ts';
import { valueAt } from './repairs.ts';
import { locate, type SourceNode } from './source-tree.ts';
import { applyEdits } from './text-edit.ts';

/**
 * Returns the text of a manifest in the form of another version (WEB §9), by edits: parameters, `is_required` and `required`, the type of steps,
 * `_metadata.major_version`. Comments, order and every other line stay.
 * @throws Failure `invalidInput` when the other version cannot say it.
 */
export async function convertVersion(text: string, format: ManifestFormat, to: 1 | 2): Promise<string> {
  const document = await openDocument(text, format);
  const { data = null } = document.source();
  const from = manifestVersion(data);
  if (from === to) return text;
  if (from === undefined)
    throw new Failure('invalidInput', 'the manifest says a version that does not exist');
  const containers = parameterPaths(document.source());
  if (to === 2) {
    for (const path of containers) await toV2(document, path);
    for (const path of stepPaths(document.source())) {
      await document.change({ do: 'add', path, key: 'type', value: 'function' });
    }
  } else {
    refuseOtherSteps(document.source());
    for (const path of containers) await toV1(document, path);
    for (const path of stepPaths(document.source()))
      await document.change({ do: 'remove', path: [...path, 'type'] });
  }
  await setVersion(document, to);
  return document.source().text;
}

/** A text that is edited step by step. */
interface EditedDocument {
  source(): ManifestSource;
  change(change: Change): Promise<void>;
  restructure(path: Path, to: 1 | 2): Promise<void>;
}

async function openDocument(text: string, format: ManifestFormat): Promise<EditedDocument> {
  let source = await readManifest(text, format);
  return {
    source: () => source,
    change: async (change) => {
      const edits = editsFor(source, change);
      if (edits !== undefined) source = await readManifest(applyEdits(source.text, edits), format);
    },
    restructure: async (path, to) => {
      source = await readManifest(applyEdits(source.text, restructure(source, path, to)), format);
    },
  };
}

/** Where parameters are written out, and not an alias of others. */
function parameterPaths(source: ManifestSource): readonly Path[] {
  const { data = null } = source;
  return ['functions', 'workflows'].flatMap((section) => {
    const entries = valueAt(data, [section]);
    if (!isJsonObject(entries)) return [];
    return Object.keys(entries).flatMap((name) =>
      ['input_parameters', 'output_parameters']
        .map((side) => [section, name, side])
        .filter((path) => isWrittenOut(source, path)),
    );
  });
}

function isWrittenOut(source: ManifestSource, path: Path): boolean {
  let node: SourceNode = source.tree();
  for (const step of path) {
    if (node.kind !== 'object') return false;
    const entry = node.entries.find(({ key }) => key === step);
    if (entry === undefined) return false;
    node = entry.value;
  }
  return node.kind === 'object';
}

function stepPaths(source: ManifestSource): readonly Path[] {
  const workflows = valueAt(source.data ?? null, ['workflows']);
  if (!isJsonObject(workflows)) return [];
  return Object.entries(workflows).flatMap(([name, workflow]) => {
    const steps = isJsonObject(workflow) ? workflow['steps'] : undefined;
    return Array.isArray(steps)
      ? steps.flatMap((step, index) => (isJsonObject(step) ? [['workflows', name, 'steps', index]] : []))
      : [];
  });
}

function refuseOtherSteps(source: ManifestSource): void {
  for (const path of stepPaths(source)) {
    const type = valueAt(source.data ?? null, [...path, 'type']);
    if (type === undefined || type === 'function') continue;
    throw new Failure(
      'invalidInput',
      `step ${Number(path.at(-1)) + 1} of ${path[1]} is a ${JSON.stringify(type)}; version 1 has only functions`,
    );
  }
}

/** A list "required" is made where parameters say whether they are required at all. */
async function toV2(document: EditedDocument, path: Path): Promise<void> {
  const container = valueAt(document.source().data ?? null, path) ?? null;
  const parameters = [...readParameters(container, path)];
  if (
    isJsonObject(container) &&
    isJsonObject(container['properties']) &&
    !('type' in container['properties'])
  )
    return;
  const required = parameters.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  const saying = parameters.filter(
    ([, { value }]) => isJsonObject(value) && Object.hasOwn(value, 'is_required'),
  );
  for (const [name] of saying) await document.change({ do: 'remove', path: [...path, name, 'is_required'] });
  await document.restructure(path, 2);
  if (saying.length > 0) await document.change({ do: 'add', path, key: 'required', value: required });
}

async function toV1(document: EditedDocument, path: Path): Promise<void> {
  const container = valueAt(document.source().data ?? null, path) ?? null;
  if (!isJsonObject(container) || !isJsonObject(container['properties'])) return;
  const parameters = [...readParameters(container, path)];
  const hasRequired = Object.hasOwn(container, 'required');
  if (hasRequired) await document.change({ do: 'remove', path: [...path, 'required'] });
  await document.restructure(path, 1);
  for (const [name, { isRequired, value }] of parameters) {
    const says = isJsonObject(value) && Object.hasOwn(value, 'is_required');
    if (says) await document.change({ do: 'remove', path: [...path, name, 'is_required'] });
    if (hasRequired)
      await document.change({ do: 'add', path: [...path, name], key: 'is_required', value: isRequired });
  }
}

/** Version 1 need not be said: a _metadata that a conversion added at the end goes again. */
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
