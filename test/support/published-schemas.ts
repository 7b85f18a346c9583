import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

const SCHEMAS = resolve('schemas');

export const PUBLISHED = ['plan', 'report', 'events', 'error', 'capabilities', 'recording'] as const;
export type Published = (typeof PUBLISHED)[number];

/** Returns a published schema of the package. */
export function publishedSchema(name: Published): Record<string, unknown> {
  return JSON.parse(readFileSync(join(SCHEMAS, `${name}.schema.json`), 'utf8'));
}

/** Expects a document to match a published schema that describes every member of it. */
export function expectToMatchSchema(name: Published, document: unknown): void {
  for (const validate of validatorsOf(name)) {
    expect({ fits: validate(document), errors: validate.errors ?? [], document }).toMatchObject({
      fits: true,
    });
  }
}

/** Whether a document matches a published schema, which allows unknown members. */
export function fitsPublished(name: Published, document: unknown): boolean {
  const [asPublished] = validatorsOf(name);
  return asPublished?.(JSON.parse(JSON.stringify(document))) === true;
}

const validators = new Map<Published, readonly ValidateFunction[]>();

/** Validators of the schema itself and of its closed variant; compiling one takes tens of milliseconds. */
function validatorsOf(name: Published): readonly ValidateFunction[] {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const compiled = [publishedSchema(name), closed(publishedSchema(name))].map((schema) => {
    const ajv = new Ajv({ allErrors: true, strict: false });
    addFormats(ajv);
    return ajv.compile(Object(schema));
  });
  validators.set(name, compiled);
  return compiled;
}

/**
 * A variant of the schema without unknown members, except for objects that are open on purpose or describe no
 * members.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = !('properties' in inner) || 'additionalProperties' in inner || inner['description'] === OPEN;
  return isOpen ? inner : { ...inner, additionalProperties: false };
}

/** The members of a change depend on its kind: the schema describes only the common ones. */
const OPEN = 'one change; which members it has follows from its kind';
