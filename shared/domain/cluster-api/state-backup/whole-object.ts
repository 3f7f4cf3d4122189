import { z } from 'zod';
import { INFRASTRUCTURE_KINDS, KINDS, MADE_KINDS } from '../kubernetes-object.ts';

const texts = z.record(z.string(), z.string()).optional();
const ownerReference = z.looseObject({ apiVersion: z.string(), kind: z.string(), name: z.string(), uid: z.string() });

/** An object of Kubernetes with all of its fields, as it is stored in the backup copy of a cluster. */
export const wholeObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    uid: z.string(),
    labels: texts,
    annotations: texts,
    finalizers: z.array(z.string()).optional(),
    ownerReferences: z.array(ownerReference).optional(),
    deletionTimestamp: z.string().optional(),
  }),
});
export type WholeObject = z.infer<typeof wholeObject>;
export type OwnerReference = z.infer<typeof ownerReference>;

/** An object that does not exist in the API server yet, so it has no uid. */
export type ObjectToCreate = {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    labels?: Record<string, string> | undefined;
    annotations?: Record<string, string> | undefined;
    finalizers?: string[] | undefined;
    ownerReferences: OwnerReference[];
  };
  [field: string]: unknown;
};

const core = (kind: string) => ({ apiVersion: KINDS.cluster.apiVersion, kind });
const { openstack, 'in-memory': inMemory } = MADE_KINDS.infrastructure;

/** All kinds of objects that belong to clusters. `clusterctl move` moves the same kinds. */
export const COPIED_KINDS = {
  openstack: [
    ...Object.values(INFRASTRUCTURE_KINDS.openstack),
    ...openstack,
    { apiVersion: 'infrastructure.cluster.x-k8s.io/v1alpha1', kind: 'OpenStackServer' },
  ],
  'in-memory': [...Object.values(INFRASTRUCTURE_KINDS['in-memory']), ...inMemory],
  all: [
    ...Object.values(KINDS),
    ...[MADE_KINDS.controlPlane, MADE_KINDS.machineDeployment, MADE_KINDS.machine],
    ...[core('MachineSet'), core('MachineHealthCheck')],
    { apiVersion: KINDS.kubeadmConfigTemplate.apiVersion, kind: 'KubeadmConfig' },
    { apiVersion: KINDS.clusterResourceSet.apiVersion, kind: 'ClusterResourceSetBinding' },
  ],
} as const;
