import type { Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { CertificateRotation } from '#shared/domain/clusters/certificate-rotation';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { Superseded } from '#shared/errors';

/** The rotation on which the operation works. Throws Superseded if that rotation has finished or was given up. */
export function rotationOfOperation({ uuid, certificateRotation }: Cluster, { operationUuid }: Target) {
  if (certificateRotation) return certificateRotation;
  throw new Superseded(`cluster ${uuid} has no rotation of certificates for operation ${operationUuid}`);
}

export const beginRotation = implement(steps.records.beginRotation, async (deps: RecordsDeps, target, cluster) => {
  const { services } = rotationOfOperation(cluster, target);
  const { store, clock } = deps;
  const currentStep = 'Asking Rancher for new certificates';
  await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'UPDATING', clock.now(), { currentStep })));
  const what = services.length === 0 ? 'all services' : services.join(', ');
  await note(deps, target, { step: 'rotation', message: `Rotation of certificates has begun: ${what}` });
  return {};
});

async function finish({ store, clock }: RecordsDeps, cluster: Cluster, { services }: CertificateRotation) {
  const resource = await store.resources.get(cluster.resourceUuid);
  const now = clock.now();
  const done = {
    ...{ certificateRotation: undefined, currentStep: '', lastError: undefined },
    // An empty list means all services. The time is recorded only in this case, because no other rotation replaces
    // every certificate.
    ...(services.length === 0 && { certificatesRotatedAt: now.toISOString() }),
  };
  await store.commit(
    store.clusters.replace(clusterMovesTo(cluster, 'OK', now, done)),
    store.resources.replace(changed(resource, now, { state: 'OK' })),
  );
}

/**
 * Moves cluster and resource to their final state in one transaction. After this last write of the operation, sends the
 * events.
 */
export const finishRotation = implement(steps.records.finishRotation, async (deps: RecordsDeps, target, cluster) => {
  if (cluster.certificateRotation) await finish(deps, cluster, cluster.certificateRotation);
  await note(deps, target, { step: 'rotated', message: 'The certificates have been replaced' });
  await deps.events.publish({ type: 'cluster.certificates_rotated', detail: { clusterUuid: cluster.uuid } });
  return {};
});
