import type { Uuid } from '../_core/identifier.ts';
import type { RancherRole } from '../planning/node-spec.ts';
import type { SeenNode, SeenServer } from './observe-nodes.ts';

/** Rancher's state of a cluster. */
export type SeenCluster = {
  state: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};

/** Everything that Rancher and the clouds have of one cluster at one moment. */
export type Look = {
  /** Absent: Rancher does not have the cluster, or is deleting it. */
  remote?: SeenCluster;
  rancherNodes: readonly (SeenNode & { roles: readonly RancherRole[]; machine?: { name: string } })[];
  /** By tenant. A tenant that did not answer is missing, and nothing is concluded about its machines. */
  servers: ReadonlyMap<Uuid, readonly SeenServer[]>;
};
