import { z } from 'zod';
import type { LoadBalancers } from '../../ports/openstack/load-balancers.ts';
import { path } from '../json-client.ts';
import { ignoreNotFound } from '../not-found.ts';
import type { CloudSession } from './identity/cloud-session.ts';

const loadBalancerReply = z.object({
  id: z.string(),
  project_id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  provisioning_status: z.string(),
});

export const loadBalancers = (session: CloudSession): LoadBalancers => ({
  hasLoadBalancers: () => session.has('load-balancer'),

  async listLoadBalancers() {
    if (!(await session.has('load-balancer'))) return [];
    const { projectId } = await session.token();
    const listed = await session.list('load-balancer', {
      op: 'listLoadBalancers',
      path: '/lbaas/loadbalancers',
      collection: 'loadbalancers',
      item: loadBalancerReply,
      where: { project_id: { is: projectId, of: (it) => it.project_id } },
    });
    return listed.map(({ id, name, description, provisioning_status: status }) => ({
      ...{ id, name: name ?? '', description: description ?? '', status },
    }));
  },

  deleteLoadBalancer: (id) =>
    ignoreNotFound(
      session.call('load-balancer', {
        op: 'deleteLoadBalancer',
        method: 'DELETE',
        path: path`/lbaas/loadbalancers/${id}`,
        query: { cascade: 'true' },
        reply: z.unknown(),
      }),
    ),
});
