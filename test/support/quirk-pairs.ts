import { expect } from 'vitest';
import { QUIRK_NAMES, QUIRKS, type Quirks, WRITE_QUIRKS } from '../../src/sandbox/quirks/quirk-table.ts';
import { openProbedService } from './probed-service.ts';
import { type Shown, shownTogether } from './quirk-answers.ts';

/** Every quirk with each of its values except for the default. */
export const SINGLE_QUIRKS: readonly Quirks[] = QUIRK_NAMES.flatMap((name) =>
  QUIRKS[name].slice(1).map((word): Quirks => ({ [name]: word })),
);

/** Quirks that a probe finds without a write. */
export const READ_QUIRKS = SINGLE_QUIRKS.filter((one) => !needsWrites(one));

/** Pairs of quirks that a probe finds without a write. */
export const PROBED_PAIRS: readonly Quirks[] = pairsOf(READ_QUIRKS);

/** Whether one of the quirks needs a write to be found. */
function needsWrites(quirks: Quirks): boolean {
  return WRITE_QUIRKS.some((name) => quirks[name] !== undefined);
}

/** Every pair of different quirks. */
export const QUIRK_PAIRS: readonly Quirks[] = pairsOf(SINGLE_QUIRKS);

function pairsOf(singles: readonly Quirks[]): readonly Quirks[] {
  return singles.flatMap((one, index) =>
    singles
      .slice(index + 1)
      .flatMap((other) => (Object.keys(one)[0] === Object.keys(other)[0] ? [] : [{ ...one, ...other }])),
  );
}

type ProbedWorld = Awaited<ReturnType<typeof openProbedService>> & { readonly shown: Shown };

/** Calls a function with a probed service that has these quirks, and releases the service afterwards. */
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

/** Expects a probe to find the quirks and to change no other answer. */
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
