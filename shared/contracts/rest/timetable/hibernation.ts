import { z } from 'zod';
import { instant } from '#shared/domain/_core/identifier';
import type { Hibernation } from '#shared/domain/timetable/hibernation';
import type { ApiOperation } from '../_core/operation.ts';

/** Whether the cluster's machines run. `since` is null while the cluster is awake. */
export const hibernationView = z
  .object({
    status: z.enum(['AWAKE', 'HIBERNATING', 'HIBERNATED', 'WAKING']),
    since: instant.nullable(),
  })
  .meta({ id: 'Hibernation' });
export const viewHibernation = (hibernation: Hibernation | undefined): z.infer<typeof hibernationView> => ({
  status: hibernation?.status ?? 'AWAKE',
  since: hibernation?.since ?? null,
});

const common = { rule: 'cluster.hibernate', status: 202, reply: hibernationView, refuses: [400, 405, 409] } as const;

export const hibernationOperations = {
  'POST /{uuid}/hibernate/': {
    ...common,
    summary: 'Hibernate a cluster: stop all its machines',
    description:
      'Agents are drained and shut down, then servers. The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again, with the ' +
      'hibernation `HIBERNATED`. Nodes, names, addresses and volumes stay, and so do load balancers of a managed cluster. Everything that the cluster ' +
      'keeps in its cloud is charged as before. Every node must be `OK`, and no other operation may be running ' +
      '(409 with the reason). Clusters with pools, and clusters that Cluster API makes, cannot be hibernated (409). ' +
      'Until the cluster wakes up, everything that needs its machines is refused with 409; the cluster can be deleted. If the cluster becomes `ERRED`, ' +
      'call this or `wake` again.',
  },
  'POST /{uuid}/wake/': {
    ...common,
    summary: 'Wake a hibernated cluster: start its machines',
    description:
      'Servers are started first. When the cluster has reached Rancher again, its agents follow, and take workloads again once they are ready. The ' +
      'cluster is then `OK` and `AWAKE`, even if an agent is not ready in time. Such an agent is an unhealthy node. If the cluster becomes `ERRED`, ' +
      'call this or `hibernate` again.',
  },
} as const satisfies Record<string, ApiOperation>;
