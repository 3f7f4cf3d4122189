import { until } from '#infra/local/until';
import { type BackendState, lasting, lastingDifferences, stateOf } from '#test/faults/backend-state';
import type { Placed } from '#test/faults/scenarios/order';
import type { CrashBed } from './crash-bed.ts';
import { isFor } from './position.ts';

/** Rows that may remain after the deletion of a cluster. A SLOT row expires by itself if its holder has died. */
const STAYS = /^(ORDER|RESOURCE|AUDIT|SLOT) /;
const QUIET_AFTER_MS = 10_000;

/**
 * Returns one line for each object of a deleted cluster that is left in the backends or in our tables. Waits for late
 * deletions: if a dispatcher died, its outbox row disappears only after a second dispatch.
 */
export async function leftOf(
  bed: CrashBed,
  placed: Placed,
  { before, ids }: { before: BackendState; ids: readonly string[] },
): Promise<string[]> {
  const clusterUuid = placed.resource_uuid ?? '';
  const running = await stillRunning(bed, ids);
  const [secrets, rows, left] = await Promise.all([
    bed.aws.secretsOf(clusterUuid),
    lasting(async () => (await bed.aws.rowsOf(clusterUuid)).filter((row) => !STAYS.test(row)), QUIET_AFTER_MS),
    lastingDifferences(before, () => stateOf(bed)),
  ]);
  return [
    ...running,
    ...secrets.map((name) => `left: secret ${name}`),
    ...rows.map((row) => `left: row ${row}`),
    ...left,
  ];
}

/** Operations that still run. Waits for a while, because a superseded operation ends only at its next step. */
async function stillRunning(bed: CrashBed, ids: readonly string[]): Promise<string[]> {
  const ours = bed.control.ended.filter((one) => ids.some((id) => isFor(one, id)));
  const operations = [...new Set(ours.flatMap(({ operationUuid }) => operationUuid ?? []))];
  const problems = operations.map(async (operationUuid) => {
    const ended = async () => ((await bed.aws.stateOfOperation(operationUuid)) === 'RUNNING' ? undefined : true);
    const patience = { tooLate: 'late', timeoutMs: QUIET_AFTER_MS, intervalMs: 200 };
    return until(patience, ended).then(
      () => [],
      (error) => [`operation ${operationUuid} still runs: ${error instanceof Error ? error.message : error}`],
    );
  });
  return (await Promise.all(problems)).flat();
}
