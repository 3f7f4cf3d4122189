import { beforeEach, describe, expect, test } from 'vitest';
import { ensureLoadBalancer } from '#shared/app/infrastructure/steps/ensure-load-balancer';
import { ensureProject } from '#shared/app/infrastructure/steps/ensure-project';
import { clusterTag } from '#shared/domain/planning/naming';
import { afterLostAnswer } from '../_steps/lost-answers.ts';
import { managedWorldPerFile, provision } from '../_worlds/managed-world.ts';
import { stateOf } from '../_worlds/step-world.ts';

const world = await managedWorldPerFile();
beforeEach(() => world.cloud.clearFaults());
const ofCluster = async (kind: string, text: string) =>
  ((await stateOf(world.cloud))[kind] ?? []).filter((item) => JSON.stringify(item).includes(text));

describe('of a managed cluster what was made and not heard of, and is missing in the next list, is made once', () => {
  test.each([
    ['port', '/ports$', '/ports', { ports: [] }],
    ['floating IP', '/floatingips$', '/floatingips', { floatingips: [] }],
    ['server', '/servers$', '/servers/detail', { servers: [] }],
  ])('the %s of the load balancer', async (_, creates, lists, empty) => {
    const begun = await world.order();
    await provision(world, begun, 3);
    const tenant = await world.tenantOf(begun);
    const attempt = () => ensureLoadBalancer.run(world.deps, { ...begun.target, tenantUuid: tenant.uuid });
    await afterLostAnswer(world.cloud, { creates, lists, empty }, attempt);
    await attempt();
    const tag = clusterTag(begun.cluster.uuid);
    const counts = await Promise.all([
      ofCluster('ports', `${tenant.loadBalancer.name}.${begun.cluster.uuid}`),
      ofCluster('floating_ips', tag),
      ofCluster('servers', tag),
    ]);
    expect(counts.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  test('its project', async () => {
    const begun = await world.order();
    await provision(world, begun, 0);
    const tenant = await world.tenantOf(begun);
    const attempt = () => ensureProject.run(world.deps, { ...begun.target, tenantUuid: tenant.uuid });
    const lost = { creates: '/v3/projects$', lists: '/v3/projects', empty: { projects: [], links: {} } };
    await afterLostAnswer(world.cloud, lost, attempt);
    await attempt();
    expect(await ofCluster('projects', clusterTag(begun.cluster.uuid))).toHaveLength(1);
  });
});
