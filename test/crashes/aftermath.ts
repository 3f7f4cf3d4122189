import { until } from '#infra/local/until';
import { type BackendState, lasting, lastingDifferences, stateOf } from '#test/faults/backend-state';
import type { Placed } from '#test/faults/scenarios/order';
import type { CrashBed } from './crash-bed.ts';
import { isFor } from './position.ts';

/** Rows that remain on purpose after a cluster's deletion. A slot expires by itself if its holder has died. */
const STAYS = /^(ORDER|RESOURCE|AUDIT|SLOT) /;
const QUIET_AFTER_MS = 10_000;

/**
 * Returns one line for each remnant of a deleted cluster in the backends and in our own store. Waits for rows that
 * disappear late: after the death of a dispatcher, the outbox row is dispatched again and removed only after the
 * deletion.
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

/** Operations that still run. A superseded operation ends at its next step, so this waits for a while. */
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
