import { z } from 'zod';
import type { RancherRole as NodeRole } from '#shared/domain/planning/rancher-role';
import type { RancherMachine, RancherNode } from '#shared/ports/rancher/rancher-objects';
import { NAMESPACE } from '../clusters/cluster-request.ts';

export const MACHINES = `/v1/cluster.x-k8s.io.machines/${NAMESPACE}`;
export const CLUSTER_NAME_LABEL = 'cluster.x-k8s.io/cluster-name';
const NODE_NAME = 'rke.cattle.io/node-name';
/**
 * Annotation of a machine. Its value is the namespace of the secret with which the machine has registered. The name of
 * this namespace is the management id of the machine's cluster.
 */
const REGISTERED_IN = 'objectset.rio.cattle.io/owner-namespace';
const ROLES = [
  { role: 'etcd', label: 'rke.cattle.io/etcd-role' },
  { role: 'controlplane', label: 'rke.cattle.io/control-plane-role' },
  { role: 'worker', label: 'rke.cattle.io/worker-role' },
] as const;

export const rolesIn = (labels: Readonly<Record<string, string>>): NodeRole[] =>
  ROLES.filter(({ label }) => labels[label] === 'true').map(({ role }) => role);

/** Cluster API's phase of a machine that is being deleted. */
export const DELETING = 'Deleting';

const text = z.string().nullish();
const texts = z.record(z.string(), z.string()).nullish();
const condition = z.object({ type: z.string(), status: z.string(), message: text });

/**
 * A machine of Cluster API. The machine exists from its registration on, long before its kubelet has joined the
 * cluster.
 */
export const machineReply = z
  .object({
    metadata: z.object({ name: z.string().min(1), labels: texts, annotations: texts, deletionTimestamp: text }),
    spec: z.object({ clusterName: text }).nullish(),
    status: z
      .object({
        phase: text,
        nodeRef: z.object({ name: text }).nullish(),
        conditions: z.array(condition).nullish(),
      })
      .nullish(),
  })
  .transform(({ metadata, spec, status }): ListedMachine => {
    const labels = metadata.labels ?? {};
    return {
      name: metadata.name,
      // The deletion timestamp decides, because the phase becomes `Deleting` only half a second later.
      phase: metadata.deletionTimestamp != null ? DELETING : (status?.phase ?? ''),
      hostname: labels[NODE_NAME] ?? status?.nodeRef?.name ?? '',
      clusterName: labels[CLUSTER_NAME_LABEL] ?? spec?.clusterName ?? '',
      registeredIn: metadata.annotations?.[REGISTERED_IN] ?? '',
      roles: rolesIn(labels),
      message: messageIn(status?.conditions ?? []),
    };
  });

export type ListedMachine = RancherMachine &
  Pick<RancherNode, 'hostname' | 'roles' | 'message'> & { clusterName: string; registeredIn: string };

/**
 * The message that explains the machine's state. The message is about the machine's deletion, or about the condition
 * for which the machine waits.
 */
function messageIn(conditions: readonly z.infer<typeof condition>[]): string {
  const saying = (type: string, status: (status: string) => boolean) =>
    conditions.find((it) => it.type === type && status(it.status) && it.message)?.message ?? undefined;
  const isNot = (status: string) => status !== 'True';
  return (
    saying('Deleting', (status) => status === 'True') ?? saying('Reconciled', isNot) ?? saying('Ready', isNot) ?? ''
  );
}
