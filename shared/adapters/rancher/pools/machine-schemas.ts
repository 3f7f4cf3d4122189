import { z } from 'zod';
import type { Condition } from '#shared/domain/pools/scaling/machine-removal';
import { machinePhaseOf } from '#shared/domain/pools/views/phases';
import type { MachineOfCluster, MachineOfRancher } from '#shared/ports/rancher/rancher-pools';
import { rolesIn } from '../nodes/machines.ts';
import { POOL_LABEL } from './pool-schemas.ts';

const text = z.string().nullish();
const texts = z.record(z.string(), z.string()).nullish();

/** Annotation that marks the machine to be deleted first when its pool gets smaller. */
const CHOSEN = 'cluster.x-k8s.io/delete-machine';
const CREATE_ERROR = 'CreateError';

const conditions = z
  .array(z.object({ type: z.string(), status: z.string(), reason: text, message: text, lastTransitionTime: text }))
  .nullish()
  .transform((found): Condition[] =>
    (found ?? []).map(({ type, status, reason, message, lastTransitionTime: since }) => ({
      ...{ type, status },
      ...(reason && { reason }),
      ...(message && { message }),
      ...(since && { since }),
    })),
  );

/**
 * The condition that shows that the kubelet is ready. Undefined if the kubelet is not ready. Cluster API names this
 * condition `NodeReady`. Before release 1.11, the name is `NodeHealthy`.
 */
function readyNode(found: readonly Condition[]): Condition | undefined {
  const node = found.find(({ type }) => type === 'NodeReady') ?? found.find(({ type }) => type === 'NodeHealthy');
  return node?.status === 'True' ? node : undefined;
}

/**
 * Why Rancher could not create the server. Cluster API copies Rancher's message into the condition
 * `InfrastructureReady`.
 */
function failureIn(found: readonly Condition[]): string | undefined {
  const failed = found.find(({ type, reason }) => type === 'InfrastructureReady' && reason === CREATE_ERROR);
  return failed && (failed.message ?? CREATE_ERROR);
}

/** The facts that only the infrastructure machine has. All other facts come from the Machine itself. */
type OfInfrastructure = 'templateName' | 'flavorId' | 'imageId' | 'rootVolumeGb';
type Machine = Omit<MachineOfCluster, OfInfrastructure>;

export const poolMachine = z
  .object({
    metadata: z.object({
      name: z.string().min(1),
      labels: texts,
      annotations: texts,
      creationTimestamp: text,
      deletionTimestamp: text,
    }),
    spec: z.object({ clusterName: text, providerID: text, infrastructureRef: z.object({ name: text }).nullish() }),
    status: z.object({ phase: text, nodeRef: z.object({ name: text }).nullish(), conditions }).nullish(),
  })
  .transform(({ metadata, spec, status }) => {
    const annotations = metadata.annotations ?? {};
    const isBeingDeleted = metadata.deletionTimestamp != null;
    const failure = failureIn(status?.conditions ?? []);
    const nodeName = status?.nodeRef?.name;
    const ready = readyNode(status?.conditions ?? []);
    const machine: Machine = {
      name: metadata.name,
      poolName: metadata.labels?.[POOL_LABEL] ?? '',
      roles: rolesIn(metadata.labels ?? {}),
      // The deletion timestamp decides, because the phase becomes `Deleting` only half a second later.
      phase: isBeingDeleted ? 'Deleting' : machinePhaseOf(status?.phase),
      isReady: ready !== undefined,
      ...(ready?.since && { readyAt: ready.since }),
      isBeingDeleted,
      isChosen: CHOSEN in annotations,
      createdAt: metadata.creationTimestamp ?? '',
      annotations,
      conditions: status?.conditions ?? [],
      ...(nodeName && { nodeName }),
      ...(spec.providerID && { providerId: spec.providerID }),
      serverName: spec.infrastructureRef?.name ?? '',
      ...(failure !== undefined && { failure }),
    };
    return {
      clusterName: spec.clusterName ?? '',
      infrastructureName: spec.infrastructureRef?.name ?? '',
      machine,
    };
  });
export type ListedPoolMachine = z.infer<typeof poolMachine>;

/** Annotation with the template from which an infrastructure machine was made. */
const TEMPLATE_NAME = 'cluster.x-k8s.io/cloned-from-name';

/** An infrastructure machine. Its spec says which server Rancher's driver creates for the machine. */
export const infrastructureMachine = z
  .object({
    metadata: z.object({ name: z.string().min(1), annotations: texts }),
    spec: z
      .object({ flavorId: text, imageId: text, bootFromVolume: z.boolean().nullish(), volumeSize: text })
      .nullish(),
  })
  .transform(({ metadata, spec }) => ({
    name: metadata.name,
    shown: {
      templateName: metadata.annotations?.[TEMPLATE_NAME] ?? '',
      ...(spec?.flavorId && { flavorId: spec.flavorId }),
      ...(spec?.imageId && { imageId: spec.imageId }),
      rootVolumeGb: spec?.bootFromVolume ? Number(spec.volumeSize ?? 0) : 0,
    } satisfies Pick<MachineOfCluster, OfInfrastructure>,
  }));
type InfrastructureMachine = z.infer<typeof infrastructureMachine>;

/** Adds to each machine the facts of its infrastructure machine. */
export function withInfrastructure(
  machines: readonly ListedPoolMachine[],
  infrastructure: readonly InfrastructureMachine[],
): MachineOfRancher[] {
  const byName = new Map(infrastructure.map(({ name, shown }) => [name, shown]));
  return machines.map(({ machine, clusterName, infrastructureName }) => ({
    provisioningName: clusterName,
    machine: { ...{ templateName: '', ...byName.get(infrastructureName) }, ...machine },
  }));
}
