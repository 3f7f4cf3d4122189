import { z } from 'zod';
import { type RkeConfig, requestedGeneration } from '#shared/domain/clusters/operations/rancher-operation';
import type {
  ControlPlane,
  ListedCluster,
  ManagementCluster,
  ProvisioningCluster,
  RegistrationToken,
} from '#shared/ports/rancher/rancher-objects';

const texts = z.record(z.string(), z.string()).nullish();
const text = z.string().nullish();

export const nameOnly = z
  .object({ metadata: z.object({ name: z.string().min(1) }) })
  .transform(({ metadata }) => metadata.name);

const requestedIn = (rkeConfig: RkeConfig): ProvisioningCluster['requested'] => ({
  snapshot: requestedGeneration('snapshot', rkeConfig),
  restore: requestedGeneration('restore', rkeConfig),
  certificates: requestedGeneration('certificates', rkeConfig),
  'encryption-keys': requestedGeneration('encryption-keys', rkeConfig),
});

export const provisioningCluster = z
  .object({
    metadata: z.object({
      name: z.string(),
      labels: texts,
      deletionTimestamp: text,
      state: z.object({ message: text }).nullish(),
    }),
    spec: z
      .object({
        kubernetesVersion: text,
        rkeConfig: z.looseObject({}).nullish(),
      })
      .nullish(),
    status: z.object({ clusterName: text }).nullish(),
  })
  .transform(
    ({ metadata, spec, status }): ProvisioningCluster => ({
      name: metadata.name,
      managementId: status?.clusterName ?? '',
      isBeingDeleted: metadata.deletionTimestamp != null,
      kubernetesVersion: spec?.kubernetesVersion ?? '',
      message: metadata.state?.message ?? '',
      labels: metadata.labels ?? {},
      isInstalled: spec?.rkeConfig != null,
      requested: requestedIn(spec?.rkeConfig ?? {}),
    }),
  );

const condition = z.object({ type: z.string(), status: z.string(), message: text });
export const conditions = z.array(condition).nullish();
/** Whether Rancher's planner has finished its work on a cluster. If not, `message` says what the planner waits for. */
export function reconciliationIn(found: z.infer<typeof conditions>): Pick<ControlPlane, 'isReconciled' | 'message'> {
  const reconciled = found?.find(({ type }) => type === 'Reconciled');
  return { isReconciled: reconciled?.status === 'True', message: reconciled?.message ?? '' };
}

/**
 * The object that Rancher's planner works on. The rotation counter is missing before the first rotation of
 * certificates.
 */
export const controlPlane = z
  .object({
    spec: z.object({ managementClusterName: text }).nullish(),
    status: z.object({ certificateRotationGeneration: z.int().nullish(), conditions }).nullish(),
  })
  .transform(
    ({ spec, status }): ControlPlane => ({
      managementId: spec?.managementClusterName ?? '',
      rotatedGeneration: status?.certificateRotationGeneration ?? 0,
      ...reconciliationIn(status?.conditions),
    }),
  );

/**
 * A cluster as Rancher's management API (v3) returns it. The version and the quantities come from the downstream
 * cluster. Until the first node has joined, the quantities are `0`.
 */
const clusterReply = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  transitioningMessage: text,
  version: z.object({ gitVersion: text }).nullish(),
  capacity: texts,
  requested: texts,
  conditions: z.array(z.object({ type: z.string(), status: z.string() })).nullish(),
});
type ClusterReply = z.infer<typeof clusterReply>;

/**
 * Rancher shows a new cluster as `active` for three seconds, before any of its parts exist. So `active` becomes
 * `provisioning` until the cluster is ready and connected.
 */
function stateOf({ state, conditions }: ClusterReply): string {
  const isTrue = (wanted: string) => conditions?.some(({ type, status }) => type === wanted && status === 'True');
  return state !== 'active' || (isTrue('Ready') && isTrue('Connected')) ? state : 'provisioning';
}

function managementOf(reported: ClusterReply): ManagementCluster {
  const { id, name, transitioningMessage, version, capacity, requested } = reported;
  const hasNodes = capacity != null && capacity.cpu !== '0';
  return {
    id,
    name,
    state: stateOf(reported),
    message: transitioningMessage ?? '',
    kubernetesVersion: version?.gitVersion ?? '',
    capacity: hasNodes ? capacityOf(capacity) : {},
    requested: hasNodes ? (requested ?? {}) : {},
  };
}
export const managementCluster = clusterReply.transform(managementOf);

const flag = z.boolean().nullish();
const count = z.number().nullish();

/** A cluster as the list of all clusters shows it. `internal` marks the cluster on which Rancher runs. */
export const listedCluster = clusterReply
  .extend({ description: text, nodeCount: count, created: text, internal: flag, labels: texts })
  .extend({ provider: text, linuxWorkerCount: count, windowsWorkerCount: count })
  .transform(({ description, nodeCount, created, internal, labels, ...reported }) => ({
    isInternal: internal === true || reported.id === 'local',
    labels: labels ?? {},
    provider: reported.provider ?? '',
    workers: { linux: reported.linuxWorkerCount ?? 0, windows: reported.windowsWorkerCount ?? 0 },
    cluster: {
      ...managementOf(reported),
      description: description ?? '',
      nodeCount: nodeCount ?? 0,
      created: created ?? '',
    } satisfies ListedCluster,
  }));

export const registrationToken = z
  .object({ id: z.string(), clusterId: z.string(), token: text, labels: texts, removed: text })
  .transform(({ id, clusterId, token, labels, removed }) => ({
    clusterId,
    isBeingDeleted: removed != null,
    token: { id, token: token ?? '', labels: labels ?? {} } satisfies RegistrationToken,
  }));

export const setting = z.object({ value: text });

/**
 * A cluster's capacity as Waldur shows it: memory in Ki becomes whole Mi, and missing memory is `0Mi`
 * (docs/spec/nodes.md#figures-of-a-node).
 */
export function capacityOf(reported: Record<string, string>): Record<string, string> {
  const { memory = '0Mi' } = reported;
  const kibibytes = /^(\d+)Ki$/.exec(memory)?.[1];
  return { ...reported, memory: kibibytes === undefined ? memory : `${Math.floor(Number(kibibytes) / 1024)}Mi` };
}
