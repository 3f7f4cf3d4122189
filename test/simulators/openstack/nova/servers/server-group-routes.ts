import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '#test/simulators/openstack/cloud';
import type { Caller } from '#test/simulators/openstack/keystone/caller';
import { computeRefusal } from '#test/simulators/openstack/refusal';
import { minorOf } from '../microversion.ts';
import { novaCaller, novaPolicy } from '../nova-caller.ts';
import { computeQuota, computeUsage } from '../quota.ts';
import type { ServerGroup } from '../rows.ts';

interface ById {
  Params: { id: string };
}

const policy = z.enum(['affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity']);
const rules = z.strictObject({ max_server_per_host: z.coerce.number().int().min(1).optional() }).optional();
const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\S(.*\S)?$/);
/** From microversion 2.64 on, the policy is one word. Before, the policy is a list. */
const creation = (minor: number) =>
  minor >= 64
    ? z.object({ server_group: z.strictObject({ name, policy, rules }) })
    : z.object({
        server_group: z
          .strictObject({ name, policies: z.tuple([policy]) })
          .transform((old) => ({ ...old, policy: old.policies[0], rules: undefined })),
      });

/** `/os-server-groups`. A group's members are the servers that name it, so deleted servers drop out by themselves. */
export function addServerGroupRoutes(app: FastifyInstance, cloud: Cloud): void {
  const groups = () => cloud.nova.serverGroups;

  app.get('/os-server-groups', async (request) => {
    const caller = novaCaller(cloud, request);
    const everyone = caller.admin && /all_projects/i.test(request.url);
    const seen = [...groups().values()].filter((group) => everyone || group.project_id === caller.projectId);
    const query = new URLSearchParams(request.url.split('?')[1]);
    const offset = Number(query.get('offset') ?? 0);
    const page = seen.slice(offset, offset + (Number(query.get('limit') ?? 0) || seen.length));
    return { server_groups: page.map((group) => groupView(cloud, group, minorOf(request))) };
  });

  // Nova answers 200 here, not 201.
  app.post('/os-server-groups', async (request) => {
    const caller = novaCaller(cloud, request);
    novaPolicy(caller.writer, 'os-server-groups:create');
    const given = creation(minorOf(request)).parse(request.body).server_group;
    if (given.rules?.max_server_per_host !== undefined && given.policy !== 'anti-affinity') {
      throw computeRefusal(400, 'Only anti-affinity policy supports rules.');
    }
    const limit = computeQuota(cloud, caller.projectId).server_groups ?? -1;
    if (limit >= 0 && (computeUsage(cloud, caller.projectId).server_groups ?? 0) >= limit) {
      throw computeRefusal(403, 'Quota exceeded, too many server groups.');
    }
    const owner = { project_id: caller.projectId, user_id: caller.userId };
    const group = {
      id: cloud.newUuid(),
      name: given.name,
      ...owner,
      policy: given.policy,
      rules: rulesOf(given.rules),
    };
    groups().set(group.id, group);
    return { server_group: groupView(cloud, group, minorOf(request)) };
  });

  app.get<ById>('/os-server-groups/:id', async (request) => {
    const group = ownGroup(cloud, novaCaller(cloud, request), request.params.id);
    return { server_group: groupView(cloud, group, minorOf(request)) };
  });

  app.delete<ById>('/os-server-groups/:id', async (request, reply) => {
    const caller = novaCaller(cloud, request);
    novaPolicy(caller.writer, 'os-server-groups:delete');
    groups().delete(ownGroup(cloud, caller, request.params.id).id);
    return reply.code(204).send();
  });
}

const rulesOf = (given: z.infer<typeof rules>): Record<string, number> =>
  given?.max_server_per_host === undefined ? {} : { max_server_per_host: given.max_server_per_host };

function ownGroup({ nova }: Cloud, caller: Caller, id: string): ServerGroup {
  const group = nova.serverGroups.get(id);
  if (group && (caller.admin || group.project_id === caller.projectId)) return group;
  throw computeRefusal(404, `Instance group ${id} could not be found.`);
}

function groupView({ nova }: Cloud, { policy: chosen, rules: limits, ...group }: ServerGroup, minor: number) {
  const members = [...nova.servers.values()]
    .filter(({ serverGroupId }) => serverGroupId === group.id)
    .map(({ id }) => id);
  return {
    ...{ id: group.id, name: group.name, members },
    ...(minor >= 13 && { project_id: group.project_id, user_id: group.user_id }),
    ...(minor >= 64 ? { policy: chosen, rules: limits } : { policies: [chosen], metadata: {} }),
  };
}
