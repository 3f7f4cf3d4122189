import { expect, test } from 'vitest';
import { z } from 'zod';
import { runProjectMachine, type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

let world: SharedCluster;
sharedClusterPerTest((opened) => {
  world = opened;
});

async function orderedProject(pool: string) {
  const offering = await world.offering({ plugin_options: { namespace_labels: { 'gpu-pool': pool } } });
  const { people, projectUuid: project } = world.market;
  const body = { offering: offering.uuid, project, attributes: { name: 'Training' }, limits: { ram: 1, gpu: 2 } };
  const answer = await world.market.ask('POST', 'marketplace-orders/', { ...people.owner, body });
  const { marketplace_resource_uuid: uuid } = z
    .looseObject({ marketplace_resource_uuid: z.string() })
    .parse(answer.body);
  await runProjectMachine(world);
  const { state, rancherProject } = await world.market.store.resources.get(uuid);
  return { state, ...(rancherProject ?? expect.fail('it is a project')) };
}

test('projects of several GPU pools have their labels and one kind of quota, and the missing Kyverno is named (S1-072, S1-073, S1-074, S1-077, U23)', async () => {
  for (const pool of ['h100-2x', 'h200-8x']) {
    const { state, warning, projectName } = await orderedProject(pool);
    expect([state, warning]).toMatchObject(['OK', { message: expect.stringContaining('has no Kyverno') }]);
    const { body } = await world.inside.get(`/api/v1/namespaces/${projectName}`);
    expect(body).toMatchObject({ metadata: { labels: { 'gpu-pool': pool } } });
    const quota = await world.inside.get(`/api/v1/namespaces/${projectName}/resourcequotas/custom-resource-quota`);
    expect(quota.body).toMatchObject({ spec: { hard: { 'requests.nvidia.com/gpu': '2' } } });
  }
});
