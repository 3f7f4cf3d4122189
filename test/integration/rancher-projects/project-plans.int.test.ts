import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runProjectMachine, type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

let world: SharedCluster;
sharedClusterPerTest((opened) => {
  world = opened;
});

const LIMITS = { cpu: 4, ram: 8, gpu: 1 };
const ask = (offering: { uuid: string }, path: string, fields: object = {}) => {
  const { people, projectUuid: project } = world.market;
  const body = { offering: offering.uuid, project, attributes: { name: 'Web shop' }, limits: LIMITS, ...fields };
  return world.market.ask('POST', path, { ...people.owner, body });
};
const plan = (offering: { uuid: string }, fields: object = {}) => ask(offering, 'marketplace-orders/plan/', fields);
const planned = z.object({
  project: z.object({
    name: z.string(),
    quota: z.array(z.object({ component: z.string(), key: z.string(), amount: z.string() })),
    groups: z.object({ parent: z.string(), child: z.string() }),
    binding: z.object({ role_template_id: z.string(), group_principal_id: z.string() }),
  }),
});

describe('a dry run of an order of a project', () => {
  test('shows the names, quota, groups and role that the order then makes, and makes nothing', async () => {
    const offering = await world.offering({
      plugin_options: { keycloak_enabled: true, default_role: 'project-member', namespace_labels: { team: 'web' } },
    });
    const before = await world.opened.rancher.listProjects(world.clusterId);
    const { status, body } = await plan(offering);
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ valid: true, errors: [], hints: [], objects: null, estimate: null },
        project: { cluster_id: world.clusterId, namespace_labels: { team: 'web' }, policies: [] },
      },
    ]);
    expect(await world.opened.rancher.listProjects(world.clusterId)).toEqual(before);
    expect(await world.market.store.outbox.listPending(1)).toMatchObject({ operations: [] });

    const { name, quota, groups, binding } = planned.parse(body).project;
    const placed = await ask(offering, 'marketplace-orders/');
    const { marketplace_resource_uuid: uuid } = z
      .looseObject({ marketplace_resource_uuid: z.string() })
      .parse(placed.body);
    await runProjectMachine(world);
    const { rancherProject: made = expect.fail('it is a project') } = await world.market.store.resources.get(uuid);
    expect(made.projectName).toMatch(new RegExp(`^${name.replace('{number}', '\\d+')}$`));
    expect(made.groups).toEqual(groups);
    expect(binding.role_template_id).toBe('project-member');
    const bound = await world.opened.rancher.listRoleBindings('project', made.backendId);
    expect(bound.map(({ groupPrincipalId }) => groupPrincipalId)).toContain(binding.group_principal_id);
    const found = await world.opened.rancher.findProject(made.backendId);
    expect(found?.quota?.limit).toEqual({
      ...{ limitsCpu: '4000m', limitsMemory: '8192Mi', extended: { 'requests.nvidia.com/gpu': '1' } },
    });
    expect(quota).toEqual([
      { component: 'cpu', key: 'limits.cpu', amount: '4000m' },
      { component: 'ram', key: 'limits.memory', amount: '8192Mi' },
      { component: 'gpu', key: 'requests.nvidia.com/gpu', amount: '1' },
    ]);
  });

  test('lists all refusals by field, as the order would get them', async () => {
    const offering = await world.offering();
    const wrong = { attributes: { name: '' }, limits: { ...LIMITS, cpu: 65 } };
    const { status, body } = await plan(offering, wrong);
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ valid: false, project: null },
        errors: [
          { name: [expect.anything()] },
          { limits: { cpu: [expect.stringContaining('less than or equal to 64')] } },
        ],
      },
    ]);
    await world.market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/pause/`, world.market.people.staff);
    expect((await plan(offering)).body).toMatchObject({
      ...{ valid: false, errors: [{ offering: ['Offering is not available.'] }] },
      project: { groups: null, binding: null },
    });
  });
});
