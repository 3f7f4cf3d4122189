import { z } from 'zod';
import type { SeenOperation } from '#shared/domain/clusters/operations/operation-progress';
import { COUNTERS, type OperationKind } from '#shared/domain/clusters/operations/rancher-operation';
import type { EtcdSnapshot } from '#shared/domain/pools/views/etcd-snapshot';
import { clusterPhaseOf, deploymentPhaseOf } from '#shared/domain/pools/views/phases';
import type { MachineTemplate, PoolCluster, PoolDeployment } from '#shared/ports/rancher/rancher-pools';
import { conditions, reconciliationIn } from '../schemas.ts';

const text = z.string().nullish();
const texts = z.record(z.string(), z.string()).nullish();
const number = z.number().nullish();

export const POOL_LABEL = 'rke.cattle.io/rke-machine-pool-name';

/** An object, and the name of the cluster to which it belongs. */
export type OfCluster<T> = { clusterName: string; shown: T };

const labelled = z.object({ labels: texts });
/** A MachineDeployment. Before release 1.11, Cluster API calls the number of up-to-date machines `updatedReplicas`. */
export const deployment = z
  .object({
    metadata: z.object({ name: z.string().min(1) }),
    spec: z.object({
      clusterName: text,
      replicas: number,
      template: z.object({
        metadata: labelled.nullish(),
        spec: z.object({ infrastructureRef: z.object({ name: text }).nullish() }),
      }),
    }),
    status: z
      .object({
        phase: text,
        ...{ replicas: number, upToDateReplicas: number, updatedReplicas: number, availableReplicas: number },
      })
      .nullish(),
  })
  .transform(
    ({ metadata, spec, status }): OfCluster<PoolDeployment> => ({
      clusterName: spec.clusterName ?? '',
      shown: {
        name: metadata.name,
        poolName: spec.template.metadata?.labels?.[POOL_LABEL] ?? '',
        phase: deploymentPhaseOf(status?.phase),
        templateName: spec.template.spec.infrastructureRef?.name ?? '',
        desired: spec.replicas ?? 0,
        replicas: status?.replicas ?? 0,
        upToDate: status?.upToDateReplicas ?? status?.updatedReplicas ?? 0,
        available: status?.availableReplicas ?? 0,
      },
    }),
  );

const CONFIG_NAME = 'rke.cattle.io/cloned-from-name';
export const machineTemplate = z
  .object({
    metadata: z.object({ name: z.string().min(1), annotations: texts, creationTimestamp: text }),
    spec: z.object({ clusterName: text }).nullish(),
  })
  .transform(
    ({ metadata: { name, annotations, creationTimestamp }, spec }): OfCluster<MachineTemplate> => ({
      clusterName: spec?.clusterName ?? '',
      shown: { name, configName: annotations?.[CONFIG_NAME] ?? '', createdAt: creationTimestamp ?? '' },
    }),
  );

export const etcdSnapshot = z
  .object({
    metadata: z.object({ name: z.string().min(1), creationTimestamp: text }),
    spec: z.object({ clusterName: text }).nullish(),
    snapshotFile: z
      .object({ name: text, location: text, nodeName: text, createdAt: text, size: number, status: text })
      .nullish(),
    status: z.object({ missing: z.boolean().nullish() }).nullish(),
  })
  .transform(
    ({ metadata, spec, snapshotFile: file, status }): OfCluster<EtcdSnapshot> => ({
      clusterName: spec?.clusterName ?? '',
      shown: {
        name: metadata.name,
        isMissing: status?.missing ?? false,
        status: file?.status ?? '',
        fileName: file?.name ?? '',
        location: file?.location ?? '',
        nodeName: file?.nodeName ?? '',
        createdAt: file?.createdAt ?? metadata.creationTimestamp ?? '',
        sizeBytes: file?.size ?? 0,
      },
    }),
  );

const counter = z.object({ generation: z.int().nullish() }).nullish();
const planner = z.looseObject({ certificateRotationGeneration: z.int().nullish(), conditions });

/**
 * The progress of one kind of operation. For a rotation of certificates, the planner shows only the number of the last
 * rotation.
 */
function seenOperation(kind: OperationKind, status: z.infer<typeof planner> | null | undefined): SeenOperation {
  const waiting = reconciliationIn(status?.conditions);
  if (kind === 'certificates') {
    return { generation: status?.certificateRotationGeneration ?? 0, phase: '', ...waiting };
  }
  const shown = counter.catch(undefined).parse(status?.[COUNTERS[kind]]);
  const phase = text.catch(undefined).parse(status?.[`${COUNTERS[kind]}Phase`]);
  return { generation: shown?.generation ?? 0, phase: phase ?? '', ...waiting };
}

/** The object on which Rancher's planner works. The object's status shows the progress of operations. */
export const plannedControlPlane = z
  .object({ spec: z.object({ managementClusterName: text }).nullish(), status: planner.nullish() })
  .transform(
    ({ spec, status }): Pick<PoolCluster, 'managementId' | 'operations'> => ({
      managementId: spec?.managementClusterName ?? '',
      operations: {
        snapshot: seenOperation('snapshot', status),
        restore: seenOperation('restore', status),
        certificates: seenOperation('certificates', status),
        'encryption-keys': seenOperation('encryption-keys', status),
      },
    }),
  );

const isInitialized = (found: z.infer<typeof conditions>): boolean =>
  found?.some(({ type, status }) => type === 'ControlPlaneInitialized' && status === 'True') ?? false;

/** The cluster's object in Cluster API. */
export const capiCluster = z.object({ status: z.object({ phase: text, conditions }).nullish() }).transform(
  ({ status }): Pick<PoolCluster, 'phase' | 'isInitialized'> => ({
    phase: clusterPhaseOf(status?.phase),
    isInitialized: isInitialized(status?.conditions),
  }),
);
