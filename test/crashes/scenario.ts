import { type BackendState, stateOf } from '#test/faults/backend-state';
import { type Outcome, tried } from '#test/faults/judge';
import type { Placed } from '#test/faults/scenarios/order';
import { leftOf } from './aftermath.ts';
import { type CrashBed, newId } from './crash-bed.ts';
import { placeHeard } from './customer.ts';
import { okUnless } from './outcome.ts';
import { creationProblems, deletionProblems } from './run-deaths.ts';

/** The stages of one cluster in a testbed. Each stage returns the problems that it finds. */
export type Life = {
  bed: CrashBed;
  /** Correlation ids of the creation, of the deletion, and of any other request. */
  ids: { creation: string; deletion: string; other: string };
  place(): Promise<Placed>;
  /** Expects that the cluster is OK, and that exactly the planned objects exist. */
  made(placed: Placed): Promise<string[]>;
  /** Requests the deletion and waits for its end. */
  removed(placed: Placed): Promise<string[]>;
  clean(placed: Placed): Promise<string[]>;
};

export type Scenario = {
  kind: 'scenario';
  name: string;
  run(life: Life): Promise<string[]>;
};

export const scenario = (name: string, run: Scenario['run']): Scenario => ({ kind: 'scenario', name, run });

/** Never throws. */
export function runScenario(bed: CrashBed, { run }: Scenario, shape: readonly string[]): Promise<Outcome> {
  return tried(async () => {
    const before = await stateOf(bed);
    return okUnless(await run(lifeIn(bed, before, shape)));
  });
}

function lifeIn(bed: CrashBed, before: BackendState, shape: readonly string[]): Life {
  const ids = { creation: newId(), deletion: newId(), other: newId() };
  return {
    bed,
    ids,
    place: () => placeHeard(bed, ids.creation),
    made: (placed) => creationProblems(bed, placed, { before, shape }),
    removed: (placed) => deletionProblems(bed, placed, ids.deletion),
    clean: (placed) => leftOf(bed, placed, { before, ids: Object.values(ids) }),
  };
}

/** Completes the cluster's creation and deletion without further faults. */
export async function liveOn(life: Life, placed: Placed): Promise<string[]> {
  return [...(await life.made(placed)), ...(await removeAll(life, placed))];
}

export async function removeAll(life: Life, placed: Placed): Promise<string[]> {
  return [...(await life.removed(placed)), ...(await life.clean(placed))];
}

export const unless = (isSo: boolean, problem: string): string[] => (isSo ? [] : [problem]);
