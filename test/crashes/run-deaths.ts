import { type BackendState, compareShapes, madeSince, stateOf } from '#test/faults/backend-state';
import { type Outcome, tried } from '#test/faults/judge';
import type { Placed } from '#test/faults/scenarios/order';
import type { Planned } from '#test/probe/plans';
import { leftOf } from './aftermath.ts';
import { type CrashBed, newId } from './crash-bed.ts';
import type { DeathCase } from './crash-case.ts';
import { failureOf, placeHeard, resourceIs, terminate } from './customer.ts';
import { okUnless } from './outcome.ts';
import { isFor, whatOf } from './position.ts';

export type Deaths = { creation?: DeathCase | undefined; deletion?: DeathCase | undefined };

/** Creates and deletes one cluster, with the given deaths of functions. Never throws. */
export async function runDeaths(
  bed: CrashBed,
  { creation, deletion }: Deaths,
  shape: readonly string[],
): Promise<{ creation: Outcome; deletion: Outcome }> {
  const before = await stateOf(bed);
  const ids = { creation: newId(), deletion: newId() };
  const dying = [planned(bed, creation, ids.creation), planned(bed, deletion, ids.deletion)] as const;
  let placed: Placed | undefined;
  const made = await tried(async () => {
    placed = await placeHeard(bed, ids.creation);
    return struckOr(dying[0], await creationProblems(bed, placed, { before, shape }));
  });
  const gone = await tried(async () => {
    if (!placed) return okUnless([]);
    const problems = await deletionProblems(bed, placed, ids.deletion);
    problems.push(...(await leftOf(bed, placed, { before, ids: Object.values(ids) })));
    return struckOr(dying[1], problems);
  });
  for (const one of dying) one?.drop();
  return { creation: made, deletion: gone };
}

function planned({ control }: CrashBed, one: DeathCase | undefined, id: string): Planned | undefined {
  if (!one) return undefined;
  const { what, nth } = one.position;
  return control.plan({ fits: (call) => whatOf(call) === what && isFor(call, id), nth, fate: one.death });
}

/**
 * Some positions are not reached in every run, e.g. repeated checks during a wait. A case whose position is not reached
 * proves nothing.
 */
async function struckOr(dying: Planned | undefined, problems: string[]): Promise<Outcome> {
  const hasDied = dying?.isReached && (await dying.ended).outcome === 'died';
  return okUnless(problems, dying && !hasDied ? 'not-struck' : 'ok');
}

type Expected = { before: BackendState; shape: readonly string[] };
export async function creationProblems(bed: CrashBed, placed: Placed, { before, shape }: Expected): Promise<string[]> {
  const state = await resourceIs(bed, placed, ['OK', 'Erred']);
  if (state === 'Erred') return [`the cluster is ${await failureOf(bed, placed)}`];
  const order = await bed.owner.ended(placed.uuid);
  const problems = compareShapes(shape, madeSince(before, await stateOf(bed)));
  const cluster = await bed.owner.cluster(placed.resource_uuid ?? '');
  if (order.state !== 'done') problems.push(`the order is ${order.state}`);
  if (cluster.state !== 'OK' || cluster.last_error) problems.push(`the cluster is ${await failureOf(bed, placed)}`);
  return problems;
}

/**
 * Repeats the deletion request until the server answers it without an internal error. Then waits until the deletion
 * ends. Returns why the resource still exists, or an empty list.
 */
export async function deletionProblems(bed: CrashBed, placed: Placed, id: string): Promise<string[]> {
  const { status, body } = await terminate(bed, placed, id);
  const state = await resourceIs(bed, placed, ['Terminated', 'Erred', 'OK']);
  if (state === 'Terminated') return [];
  const said = state === 'Erred' ? await failureOf(bed, placed) : `asked, it said ${status} ${JSON.stringify(body)}`;
  return [`after the deletion the resource is ${state}: ${said}`];
}
