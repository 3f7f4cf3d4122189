import { type HealDeps, healCluster } from '#shared/app/reconciliation/heal-cluster';
import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Metrics } from '#shared/ports/metrics';
import type { Logger } from '#shared/ports/runtime';
import { actingAs } from '#shared/runtime/acting';

type Deps = HealDeps & { log: Logger; metrics: Metrics };

/** Called by the watch for each cluster with autohealing. Events name autohealing as the actor. */
export const healer =
  (deps: Deps) =>
  (clusterUuid: Uuid): Promise<void> => {
    const { ids, log, metrics } = deps;
    const correlationId = ids.uuid();
    return actingAs({ kind: 'job', name: 'autohealing', correlationId }, async () => {
      const healed = await healCluster(deps, clusterUuid, correlationId);
      if (healed === 'nothing') return;
      if (healed === 'started') metrics.add('HealingStarted', 1, {});
      else metrics.add('HealingHeld', 1, {});
      log.info(healed === 'started' ? LOG.clusterHealed : LOG.clusterNotHealed, { clusterUuid, correlationId });
    });
  };
