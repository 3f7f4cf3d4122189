import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { machineFor } from '#shared/domain/_core/cluster-driver';
import type { CertificateRotation } from '#shared/domain/clusters/certificate-rotation';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher, assertNodesIdle } from '#shared/domain/clusters/cluster-assertions';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { assertRotatable } from '#shared/domain/upgrades/check-rotation';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { scheduleUpdate } from '../planning/schedule-update.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { type RunningClusterDeps, readRunningCluster } from './read-running-cluster.ts';

export type RotationRequest = Pick<CertificateRotation, 'services'> & {
  /** Whether to rotate even if the cluster or some of its nodes are not active. */
  isForced: boolean;
};
/** Time limit for Rancher. It leaves the API function enough time to answer. */
const RANCHER_MS = 10_000;
type Asked = {
  uuidText: string;
  /** Parses the body. Called after all other checks. Throws Invalid. */
  parseRequest(): RotationRequest;
  correlationId: string;
};

const schedule = (
  deps: RunningClusterDeps,
  cluster: Cluster,
  certificateRotation: CertificateRotation,
  correlationId: string,
): Promise<Cluster> =>
  scheduleUpdate(deps, cluster, {
    machine: machineFor('rotateCertificates', cluster),
    correlationId,
    fields: { certificateRotation },
  });

/**
 * Makes Rancher rotate the certificates of a cluster. A call after an interruption continues the same rotation,
 * whatever the state of the nodes is. Throws, in this order: NotFound, NotAllowed, Conflict (which names the problem),
 * ReadOnlyMode, Invalid, and Backend* errors.
 */
export const rotateCertificates = (deps: RunningClusterDeps, caller: Caller, asked: Asked): Promise<Cluster> =>
  retryOnConflict(async () => {
    const cluster = await getVisible(deps.store.clusters, 'Cluster', asked.uuidText, seenBy(caller));
    assertPermitted(caller, 'cluster.rotate_certificates', cluster);
    const interrupted = cluster.state === 'ERRED' ? cluster.certificateRotation : undefined;
    if (!interrupted) assertState(cluster, ['OK']);
    assertNodesIdle(cluster);
    assertNotReadOnly(deps.site);
    const { services, isForced } = asked.parseRequest();
    assertInRancher(cluster);
    if (interrupted) return schedule(deps, cluster, interrupted, asked.correlationId);
    const facts = await withTimeout(RANCHER_MS, async () => {
      const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
      return readRunningCluster(deps, rancher, cluster);
    });
    assertRotatable(facts, { isForced });
    return schedule(deps, cluster, { services }, asked.correlationId);
  });
