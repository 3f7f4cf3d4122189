import { z } from 'zod';
import type { SeenCluster } from '../../nodes/observe-nodes.ts';
import type { SeenKubernetesObject } from '../kubernetes-object.ts';
import { isUsable } from './seen-cluster.ts';

const topology = z
  .looseObject({ topology: z.looseObject({ version: z.string().catch('') }) })
  .catch({ topology: { version: '' } });
const phase = z.looseObject({ phase: z.string().catch('') }).catch({ phase: '' });

/**
 * The observed facts for the cluster's record. `capacity` and `requested` are empty, because Cluster API does not know
 * how much CPU and memory workloads request.
 */
export function figuresOf(cluster: SeenKubernetesObject): SeenCluster {
  return {
    state: isUsable(cluster) ? 'active' : phase.parse(cluster.status).phase.toLowerCase(),
    kubernetesVersion: topology.parse(cluster.spec).topology.version,
    capacity: {},
    requested: {},
  };
}
