import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type Plan, planDigest, printPlan } from '../../bulk/plan/plan-file.ts';
import { readPlan } from '../../bulk/plan/read-plan.ts';
import { Failure } from '../../failure/failure.ts';
import { inventPlan } from './invent-plan.ts';
import type { WordInventors } from './word-inventors.ts';

/**
 * Returns a plan file with invented values and a new digest, and the real name of its feed; or what a
 * recording cannot contain of it, in words.
 */
export function heldPlan(
  content: string,
  path: string,
  invent: WordInventors,
): { readonly content: string; readonly feed: string | undefined } | { readonly lacks: string } {
  const real = planIn(content, path);
  if (real === undefined) return { lacks: 'a plan that is damaged or was edited' };
  if (readsItsSource(real)) return { lacks: 'the input file of the plan' };
  const { plan } = inventPlan(real, invent);
  if (plan === undefined) return { lacks: 'the plan' };
  invent.digests.set(planDigest(real), planDigest(plan));
  return { content: printPlan(plan), feed: real.source.feed?.name };
}

function planIn(content: string, path: string): Plan | undefined {
  try {
    return readPlan(content, path);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * Whether applying the plan reads its input file: the plan lacks passwords or photos, or the file changed
 * since.
 */
function readsItsSource({ changes, source }: Plan): boolean {
  if (changes.some((change) => change.kind === 'createUser' && change.withheld.length > 0)) return true;
  if (!existsSync(source.file)) return false;
  return createHash('sha256').update(readFileSync(source.file)).digest('hex') !== source.digest;
}
