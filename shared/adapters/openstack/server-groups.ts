import { z } from 'zod';
import type { OpenStack } from '../../ports/openstack.ts';
import type { ServerGroup } from '../../ports/tenant-objects.ts';
import { goneIsFine } from '../gone-is-fine.ts';
import { path } from '../json-client.ts';
import { EVERYTHING } from '../selection.ts';
import type { CloudSession } from './cloud-session.ts';

type ServerGroups = Pick<OpenStack, 'listServerGroups' | 'createServerGroup' | 'deleteServerGroup'>;

const groupReply = z
  .object({ id: z.string(), name: z.string(), policy: z.string(), members: z.array(z.string()) })
  .transform(({ id, name, policy, members }): ServerGroup => ({ id, name, policy, serverIds: members }));

/** Nova's groups of servers that are to be apart. Without `all_projects` an administrator is shown his project's too. */
export const serverGroups = (session: CloudSession): ServerGroups => ({
  listServerGroups: () =>
    session.list('compute', {
      op: 'listServerGroups',
      path: '/os-server-groups',
      collection: 'server_groups',
      item: groupReply,
      where: EVERYTHING,
    }),

  async createServerGroup({ name, policy }) {
    const body = { server_group: { name, policy } };
    const reply = z.object({ server_group: groupReply });
    const call = { op: 'createServerGroup', method: 'POST', path: '/os-server-groups', body, reply } as const;
    return (await session.call('compute', call)).server_group;
  },

  deleteServerGroup: (id) =>
    goneIsFine(
      session.call('compute', {
        op: 'deleteServerGroup',
        method: 'DELETE',
        path: path`/os-server-groups/${id}`,
        reply: z.unknown(),
      }),
    ),
});
