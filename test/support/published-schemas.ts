import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

const SCHEMAS = resolve('schemas');

export const PUBLISHED = ['plan', 'report', 'events', 'error', 'capabilities', 'recording'] as const;
export type Published = (typeof PUBLISHED)[number];

/** Returns a schema of the package as it is published. */
export function publishedSchema(name: Published): Record<string, unknown> {
  return JSON.parse(readFileSync(join(SCHEMAS, `${name}.schema.json`), 'utf8'));
}

/** Expects a document to fit a published schema, and the schema to describe every member of it. */
export function expectToFit(name: Published, document: unknown): void {
  for (const validate of validatorsOf(name)) {
    expect({ fits: validate(document), errors: validate.errors ?? [], document }).toMatchObject({
      fits: true,
    });
  }
}

/** Whether a document fits a published schema as it is, as it comes out of a file. */
export function fitsPublished(name: Published, document: unknown): boolean {
  const [asPublished] = validatorsOf(name);
  return asPublished?.(JSON.parse(JSON.stringify(document))) === true;
}

const validators = new Map<Published, readonly ValidateFunction[]>();

/** Of a schema as it is, and of the same one closed; compiling one takes tens of milliseconds. */
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
 * A schema that takes no member that it does not describe; what is open on purpose says so, or has no members
 * of its own.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = !('properties' in inner) || 'additionalProperties' in inner || inner['description'] === OPEN;
  return isOpen ? inner : { ...inner, additionalProperties: false };
}

/** What a change has follows from its kind: the schema describes what all of them share. */
const OPEN = 'one change; which members it has follows from its kind';
