import { z } from 'zod';

/** Roles of a machine in its cluster, with the names that Rancher uses. */
export const rancherRole = z.enum(['etcd', 'controlplane', 'worker']);
export type RancherRole = z.infer<typeof rancherRole>;
