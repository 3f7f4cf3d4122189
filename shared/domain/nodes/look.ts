import type { Uuid } from '../_core/identifier.ts';
import type { RancherRole } from '../planning/node-spec.ts';
import type { SeenNode, SeenServer } from './observe-nodes.ts';

/** Rancher's word on a cluster. */
export type SeenCluster = {
  state: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};

/** All that Rancher and the clouds have of one cluster, at one moment. */
export type Look = {
  /** Absent: Rancher has no such cluster, or is taking it apart. */
  remote?: SeenCluster;
  rancherNodes: readonly (SeenNode & { roles: readonly RancherRole[]; machine?: { name: string } })[];
  /** By tenant; one that could not be asked is not among them, and nothing is concluded of its machines. */
  servers: ReadonlyMap<Uuid, readonly SeenServer[]>;
};
