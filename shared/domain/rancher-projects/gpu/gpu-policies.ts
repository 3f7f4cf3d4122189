import { z } from 'zod';
import { isSameValue } from '../../_core/values/deep-equal.ts';
import type { KubernetesObject, ObjectAddress } from '../../cluster-contents/kubernetes-object.ts';

/** The label that assigns a namespace or a node to a pool of GPUs. Its value names the pool, such as `h100-2x`. */
export const GPU_POOL = 'gpu-pool';
/**
 * The resource by which quotas count GPUs. This resource is the same for all pools of GPUs. Only the namespace's label
 * `gpu-pool` says which pool its pods use.
 */
const GPUS = 'nvidia.com/gpu';

export type GpuPolicy = KubernetesObject & { metadata: { name: string } };

/** Change this version whenever the rules of a policy change. Paddock uses the version to recognize older policies. */
const POLICY_VERSION = '1';
const VERSION_ANNOTATION = 'paddock.cloud/policy-version';
const KYVERNO = { apiVersion: 'kyverno.io/v1', kind: 'ClusterPolicy' };
export const KYVERNO_API = KYVERNO.apiVersion;
export const isPolicyKind = ({ kind }: { kind: string }): boolean => kind === KYVERNO.kind;

const metadataOf = (name: string, title: string, description: string) => ({
  name,
  annotations: {
    [VERSION_ANNOTATION]: POLICY_VERSION,
    'policies.kyverno.io/title': title,
    'policies.kyverno.io/description': description,
  },
});

/**
 * In a namespace with the label `gpu-pool`, each pod gets a node selector with the label's value. Kyverno generates the
 * same rules for Deployments, StatefulSets, Jobs and CronJobs. If the label is absent or empty, pods stay unchanged.
 */
const NODE_SELECTOR: GpuPolicy = {
  ...KYVERNO,
  metadata: metadataOf(
    'enforce-gpu-pool-node-selector',
    'Pods run on the GPU pool of their namespace',
    'Pods get a node selector with the value of the label gpu-pool of their namespace.',
  ),
  spec: {
    rules: [
      {
        name: 'set-node-selector-from-namespace-label',
        match: { any: [{ resources: { kinds: ['Pod'] } }] },
        context: [
          {
            name: 'gpupool',
            apiCall: {
              urlPath: '/api/v1/namespaces/{{ request.namespace }}',
              jmesPath: `metadata.labels."${GPU_POOL}" || ''`,
              method: 'GET',
            },
          },
        ],
        preconditions: { all: [{ key: '{{ gpupool }}', operator: 'NotEquals', value: '' }] },
        mutate: { patchStrategicMerge: { spec: { nodeSelector: { [GPU_POOL]: '{{ gpupool }}' } } } },
      },
    ],
  },
};

const NO_GPU_QUOTA: GpuPolicy = {
  ...KYVERNO,
  metadata: metadataOf(
    'default-no-gpu-quota',
    'Namespaces without a GPU pool use no GPUs',
    'Namespaces without the label gpu-pool get a quota of zero GPUs.',
  ),
  spec: {
    rules: [
      {
        name: 'generate-no-gpu-quota',
        match: {
          any: [
            {
              resources: {
                kinds: ['Namespace'],
                selector: { matchExpressions: [{ key: GPU_POOL, operator: 'DoesNotExist' }] },
              },
            },
          ],
        },
        exclude: {
          any: [{ resources: { namespaces: ['kube-system', 'kube-public', 'kube-node-lease', 'kyverno'] } }],
        },
        generate: {
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          name: 'no-gpu-quota',
          namespace: '{{request.object.metadata.name}}',
          synchronize: true,
          data: { spec: { hard: { [`requests.${GPUS}`]: '0', [`limits.${GPUS}`]: '0' } } },
        },
      },
    ],
  },
};

/**
 * The options that decide which policies a cluster needs. `isNoGpuDefault`: namespaces without a pool get a quota of
 * zero GPUs.
 */
export type GpuPolicyOptions = { namespaceLabels: Readonly<Record<string, string>>; isNoGpuDefault: boolean };

/**
 * The policies that an offering needs in its cluster: `NODE_SELECTOR` if the offering's namespaces belong to a pool of
 * GPUs, and `NO_GPU_QUOTA` if `isNoGpuDefault` is true.
 */
export const gpuPolicies = ({ namespaceLabels, isNoGpuDefault }: GpuPolicyOptions): GpuPolicy[] => [
  ...(namespaceLabels[GPU_POOL] === undefined ? [] : [NODE_SELECTOR]),
  ...(isNoGpuDefault ? [NO_GPU_QUOTA] : []),
];

export const addressOfPolicy = ({ metadata }: GpuPolicy): ObjectAddress => ({
  apiVersion: KYVERNO.apiVersion,
  plural: 'clusterpolicies',
  name: metadata.name,
});

/** Whether the found object has every wanted value. Kyverno fills in more fields, which are ignored. */
function hasAll(wanted: unknown, found: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) && found.length === wanted.length && wanted.every((item, at) => hasAll(item, found[at]))
    );
  }
  if (typeof wanted !== 'object' || wanted === null) return isSameValue(wanted, found);
  return (
    typeof found === 'object' &&
    found !== null &&
    Object.entries(wanted).every(([key, value]) => hasAll(value, Object(found)[key]))
  );
}

/**
 * The state of a policy in a cluster. `older`: the policy comes from another version of Paddock, or not from Paddock.
 * `changed`: somebody has changed the policy's rules.
 */
export const POLICY_STATES = ['current', 'older', 'changed', 'missing', 'no Kyverno'] as const;
export type PolicyState = (typeof POLICY_STATES)[number];

/** The state of a policy in a cluster that has Kyverno. */
export function stateOfPolicy(
  wanted: GpuPolicy,
  found: KubernetesObject | undefined,
): Exclude<PolicyState, 'no Kyverno'> {
  if (!found) return 'missing';
  if (versionOf(found) !== POLICY_VERSION) return 'older';
  return hasAll(wanted.spec, found.spec) ? 'current' : 'changed';
}

const versioned = z.looseObject({ annotations: z.looseObject({ [VERSION_ANNOTATION]: z.string() }) });
const versionOf = ({ metadata }: KubernetesObject): unknown =>
  versioned.safeParse(metadata).data?.annotations[VERSION_ANNOTATION];
