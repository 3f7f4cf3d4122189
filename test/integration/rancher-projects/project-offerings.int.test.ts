import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectPluginOptions } from '#shared/domain/marketplace/rancher-project-offering';
import { type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';

let world: RancherMarket;
rancherMarketPerTest((opened) => {
  world = opened;
});

const PAGE = readFileSync('docs/rancher-projects.md', 'utf8');
const example = z
  .looseObject({ plugin_options: z.record(z.string(), z.unknown()), components: z.array(z.looseObject({})) })
  .parse(JSON.parse(/```json\n(.*?)```/s.exec(PAGE)?.[1] ?? '{}'));

const KEYCLOAK = {
  keycloak_url: 'https://id.example.org/auth/',
  ...{ keycloak_username: 'paddock', keycloak_password: 'secret-of-keycloak' },
};
const ofProvider = (method: string, options?: object) => {
  const { market, settingsUuid } = world;
  return market.ask(method, `service-settings/${settingsUuid}/`, {
    ...market.people.staff,
    ...(options && { body: { options } }),
  });
};
const create = async (fields: object = {}) => {
  const { market, settingsUuid } = world;
  expect(await ofProvider('PATCH', KEYCLOAK)).toMatchObject({ status: 200 });
  const body = { ...example, customer: market.customerUuid, service_settings: settingsUuid, ...fields };
  return market.ask('POST', 'marketplace-provider-offerings/', { ...market.people.staff, body });
};

describe('an offering of projects', () => {
  test('is made from the example of the page, and read back (S1-018, S1-037, S1-040 to S1-043, S1-077, U6)', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ type: 'Rancher.Project', state: 'Draft', service_settings_uuid: world.settingsUuid },
      ...{ plugin_options: example.plugin_options, components: example.components },
    });
    expect(body).toMatchObject({ components: [{ unit_factor: 1 }, {}, {}, { k8s_resource: 'nvidia.com/gpu' }] });
  });

  test('has each of its options described on the page', () => {
    const own = Object.keys(projectPluginOptions.shape).filter((name) => !name.startsWith('auto_approve'));
    for (const name of own) expect(PAGE).toContain(`| \`${name}\` |`);
    const inExample = own.filter((name) => !name.startsWith('remote_'));
    expect(Object.keys(example.plugin_options)).toEqual(expect.arrayContaining(inExample));
  });

  test('cannot be ordered as a draft (S1-019)', async () => {
    const { uuid } = z.looseObject({ uuid: z.string() }).parse((await create()).body);
    const { projectUuid: project, people } = world.market;
    const body = { offering: uuid, project, attributes: { name: 'shop' } };
    expect(await world.market.ask('POST', 'marketplace-orders/', { ...people.staff, body })).toMatchObject({
      ...{ status: 400, body: { offering: ['Offering is not available.'] } },
    });
  });

  const component = (fields: object) => [{ type: 'cpu', name: 'CPU', billing_type: 'limit', ...fields }];
  test.each([
    ['plugin_options', { plugin_options: {} }, { cluster_id: ['This field is required.'] }],
    [
      'plugin_options',
      { plugin_options: { cluster_id: 'c-j8276:p-abcde' } },
      { cluster_id: [expect.stringContaining('Cluster not found or invalid cluster ID')] },
    ],
    [
      'plugin_options',
      { plugin_options: { cluster_id: 'c-j8276', rancher_role: 'x' } },
      { rancher_role: [expect.stringContaining('Unknown option')] },
    ],
    ['components', { components: [] }, expect.anything()],
    [
      'components',
      { components: component({ billing_type: undefined }) },
      [{ billing_type: ['This field is required.'] }],
    ],
    ['components', { components: component({ billing_type: 'fixed' }) }, [{ billing_type: [expect.anything()] }]],
    ['components', { components: component({ k8s_resource: 'gpu' }) }, [{ k8s_resource: [expect.anything()] }]],
    [
      'components',
      { components: [...component({ type: 'ram' }), ...component({ type: 'memory' })] },
      ['Another component limits the same: memory.'],
    ],
    ['service_settings', { service_settings: undefined }, ['This field is required.']],
  ])(
    'with wrong %s is refused by the field (S1-014, S1-024, S1-039, S1-045, S1-092)',
    async (field, given, problem) => {
      expect(await create(given)).toMatchObject({ status: 400, body: { [field]: problem } });
    },
  );

  test('gives no access by a Keycloak that its provider does not have, and the provider keeps one that is used (S1-031, S1-034)', async () => {
    const { market } = world;
    const { uuid } = z.looseObject({ uuid: z.string() }).parse((await create()).body);
    const path = `marketplace-provider-offerings/${uuid}/`;
    const change = (keycloak_enabled: boolean) =>
      market.ask('PATCH', path, { ...market.people.staff, body: { plugin_options: { keycloak_enabled } } });
    expect(await ofProvider('PATCH', { keycloak_url: null })).toMatchObject({
      ...{ status: 400, body: { options: { keycloak_url: [expect.stringContaining('Projects with GPUs')] } } },
    });
    expect(await change(false)).toMatchObject({ status: 200 });
    expect(await ofProvider('PATCH', { keycloak_url: null })).toMatchObject({ status: 200 });
    const refusal = { plugin_options: { keycloak_enabled: [expect.stringContaining('has no Keycloak')] } };
    expect(await change(true)).toMatchObject({ status: 400, body: refusal });
    const body = { ...example, customer: market.customerUuid, service_settings: world.settingsUuid };
    const made = await market.ask('POST', 'marketplace-provider-offerings/', { ...market.people.staff, body });
    expect(made).toMatchObject({ status: 400, body: refusal });
  });

  test('keeps its cluster when it is changed', async () => {
    const { uuid } = z.looseObject({ uuid: z.string() }).parse((await create()).body);
    const change = (plugin_options: object) =>
      world.market.ask('PATCH', `marketplace-provider-offerings/${uuid}/`, {
        ...world.market.people.staff,
        body: { plugin_options },
      });
    expect(await change({ cluster_id: 'c-zzzzz' })).toMatchObject({
      ...{ status: 400, body: { plugin_options: { cluster_id: [expect.stringContaining('cannot be changed')] } } },
    });
    expect(await change({ default_role: null, project_prefix: 'lab-' })).toMatchObject({
      body: { plugin_options: { cluster_id: 'c-m-1234abcd', project_prefix: 'lab-' } },
    });
  });
});
