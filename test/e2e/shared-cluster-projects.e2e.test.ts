import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
const staff = personAt(endpoints, 'staff');

const row = z.looseObject({ uuid: z.string(), url: z.string() });
const shownCluster = z.object({
  backend_id: z.string(),
  customer: z.string(),
  project: z.string(),
  service_settings: z.string(),
});
let cluster: z.infer<typeof shownCluster>;
beforeAll(async () => {
  const placed = await owner.place(owner.clusterOrder('shared', 1, 1));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const { body } = await owner.call('GET', `rancher-clusters/${placed.resource_uuid}/`);
  cluster = shownCluster.parse(body);
}, 300_000);

const limit = (type: string, measured_unit: string) => ({ type, name: type, measured_unit, billing_type: 'limit' });
const ordered = z.object({ order_uuid: z.string() });

test('a project in a shared cluster is ordered, gets other limits, and is terminated (S1-001, S1-003, S1-050, S1-056, S1-071)', async () => {
  const { customer, service_settings, project, backend_id: cluster_id } = cluster;
  const made = await staff.call('POST', 'marketplace-provider-offerings/', {
    ...{ type: 'Rancher.Project', name: 'Projects', customer, service_settings },
    ...{
      components: [limit('cpu', 'cores'), limit('ram', 'GB')],
      plugin_options: { cluster_id },
    },
  });
  expect(made).toMatchObject({ status: 201 });
  const offering = row.parse(made.body);
  await staff.call('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`);

  const answer = await owner.call('POST', 'marketplace-orders/', {
    ...{ offering: offering.uuid, project, attributes: { name: 'web' }, limits: { cpu: 2, ram: 4 } },
  });
  expect(answer).toMatchObject({ status: 201 });
  const order = row.extend({ marketplace_resource_uuid: z.string() }).parse(answer.body);
  expect(await owner.ended(order.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const path = `marketplace-resources/${order.marketplace_resource_uuid}/`;
  const { body: shown } = await owner.call('GET', path);
  expect(shown).toMatchObject({
    ...{ state: 'OK', limits: { cpu: 2, ram: 4 }, backend_id: expect.stringContaining(`${cluster_id}:p-`) },
  });

  const changed = ordered.parse(
    (await owner.call('POST', `${path}update_limits/`, { limits: { cpu: 1, ram: 8 } })).body,
  );
  expect(await owner.ended(changed.order_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect((await owner.call('GET', path)).body).toMatchObject({ state: 'OK', limits: { cpu: 1, ram: 8 } });

  const terminated = ordered.parse((await owner.call('POST', `${path}terminate/`, {})).body);
  expect(await owner.ended(terminated.order_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect((await owner.call('GET', path)).body).toMatchObject({ state: 'Terminated' });
}, 240_000);
