import { madeSince, stateOf } from '#test/faults/backend-state';
import { isWrite } from '#test/probe/verdict';
import { leftOf } from './aftermath.ts';
import { type CrashBed, newId } from './crash-bed.ts';
import { placeHeard } from './customer.ts';
import { type Position, positionsOf } from './position.ts';
import { creationProblems, deletionProblems } from './run-deaths.ts';

export type Recording = { positions: Position[]; shape: string[] };

/**
 * Orders and deletes a cluster without faults. The recorded calls are the positions for crashes.
 * @throws if this run fails, because then there is no baseline
 */
export async function recordPositions(bed: CrashBed): Promise<Recording> {
  await recordOnce(bed); // the first run loads every function and logs in everywhere, so it is not recorded
  return recordOnce(bed);
}

async function recordOnce(bed: CrashBed): Promise<Recording> {
  const before = await stateOf(bed);
  const ids = { creation: newId(), deletion: newId() };
  const placed = await placeHeard(bed, ids.creation);
  const problems = (await creationProblems(bed, placed, { before, shape: [] })).filter(
    (one) => !/instead of/.test(one),
  );
  const shape = madeSince(before, await stateOf(bed));
  problems.push(...(await deletionProblems(bed, placed, ids.deletion)));
  problems.push(...(await leftOf(bed, placed, { before, ids: Object.values(ids) })));
  if (problems.length > 0) throw new Error(`although nothing went wrong: ${problems.join('; ')}`);
  const { ended } = bed.control;
  const positions = [
    ...positionsOf('creation', ended, ids.creation, isWrite),
    ...positionsOf('deletion', ended, ids.deletion, isWrite),
  ];
  return { positions, shape };
}
