import { z } from 'zod';
import type { ServerGroup } from '../../ports/openstack/tenant-objects.ts';
import type { OpenStack } from '../../ports/openstack.ts';
import { path } from '../json-client.ts';
import { ignoreNotFound } from '../not-found.ts';
import type { CloudSession } from './identity/cloud-session.ts';

type ServerGroups = Pick<OpenStack, 'listServerGroups' | 'createServerGroup' | 'deleteServerGroup'>;

const groupReply = z.object({
  id: z.string(),
  project_id: z.string(),
  name: z.string(),
  policy: z.string(),
  members: z.array(z.string()),
});
const groupOf = ({ id, name, policy, members }: z.infer<typeof groupReply>): ServerGroup => ({
  id,
  name,
  policy,
  serverIds: members,
});

/**
 * Server groups in Nova. The query omits `all_projects`, so even administrators see only the groups of their project.
 */
export const serverGroups = (session: CloudSession): ServerGroups => ({
  async listServerGroups() {
    const { projectId } = await session.token();
    const listed = await session.list('compute', {
      op: 'listServerGroups',
      path: '/os-server-groups',
      collection: 'server_groups',
      item: groupReply,
      where: { project: { ask: undefined, holds: (it) => it.project_id === projectId } },
    });
    return listed.map(groupOf);
  },

  async createServerGroup({ name, policy }) {
    const body = { server_group: { name, policy } };
    const reply = z.object({ server_group: groupReply });
    const call = { op: 'createServerGroup', method: 'POST', path: '/os-server-groups', body, reply } as const;
    return groupOf((await session.call('compute', call)).server_group);
  },

  deleteServerGroup: (id) =>
    ignoreNotFound(
      session.call('compute', {
        op: 'deleteServerGroup',
        method: 'DELETE',
        path: path`/os-server-groups/${id}`,
        reply: z.unknown(),
      }),
    ),
});
