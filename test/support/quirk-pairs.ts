import { expect } from 'vitest';
import { QUIRK_NAMES, QUIRKS, type Quirks, WRITE_QUIRKS } from '../../src/sandbox/quirks/quirk-table.ts';
import { openProbedService } from './probed-service.ts';
import { type Shown, shownTogether } from './quirk-answers.ts';

/** Every quirk with every word that is not the usual one. */
export const SINGLE_QUIRKS: readonly Quirks[] = QUIRK_NAMES.flatMap((name) =>
  QUIRKS[name].slice(1).map((word): Quirks => ({ [name]: word })),
);

/** Those that a probe finds without writing. */
export const READ_QUIRKS = SINGLE_QUIRKS.filter((one) => !needsWrites(one));

/** Every two of those that a probe finds without writing. */
export const PROBED_PAIRS: readonly Quirks[] = pairsOf(READ_QUIRKS);

/** Whether only a change shows one of the quirks. */
function needsWrites(quirks: Quirks): boolean {
  return WRITE_QUIRKS.some((name) => quirks[name] !== undefined);
}

/** Every two of them that are not the same quirk. */
export const QUIRK_PAIRS: readonly Quirks[] = pairsOf(SINGLE_QUIRKS);

function pairsOf(singles: readonly Quirks[]): readonly Quirks[] {
  return singles.flatMap((one, index) =>
    singles
      .slice(index + 1)
      .flatMap((other) => (Object.keys(one)[0] === Object.keys(other)[0] ? [] : [{ ...one, ...other }])),
  );
}

type ProbedWorld = Awaited<ReturnType<typeof openProbedService>> & { readonly shown: Shown };

/** Does something with a service with quirks after a probe; it is gone when that is done. */
export async function underProbe<Result>(
  quirks: Quirks,
  act: (world: ProbedWorld) => Result | Promise<Result>,
): Promise<Result> {
  const world = await openProbedService({ quirks });
  try {
    return await act({ ...world, shown: await shownBy(world, quirks) });
  } finally {
    await world.release();
  }
}

async function shownBy(
  { orgctl }: Awaited<ReturnType<typeof openProbedService>>,
  quirks: Quirks,
): Promise<Shown> {
  const write = needsWrites(quirks) ? ' --write --user clara.voss --group IT --yes' : '';
  const ran = await orgctl(`probe acme --calls 90 -o json${write}`);
  expect({ quirks, exit: ran.exit, stderr: ran.exit === 0 ? '' : ran.stderr }).toEqual({
    quirks,
    exit: 0,
    stderr: '',
  });
  const { answers } = JSON.parse(ran.stdout);
  return Object.fromEntries(
    answers.map((answer: { id: string; state: string; value?: unknown }) => [
      answer.id,
      answer.value ?? answer.state,
    ]),
  );
}

let usual: Promise<Shown> | undefined;

/** Expects a probe to find the quirks, and everything else as it is without them. */
export async function expectProbeToShow(quirks: Quirks): Promise<void> {
  usual ??= underProbe({}, ({ shown }) => shown);
  const without = await usual;
  const changed = await underProbe(quirks, ({ shown }) =>
    Object.fromEntries(
      Object.entries(shown).filter(([id, value]) => JSON.stringify(value) !== JSON.stringify(without[id])),
    ),
  );
  expect({ quirks, changed }).toEqual({ quirks, changed: shownTogether(quirks) });
}
