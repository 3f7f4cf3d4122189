import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import { tenantContents } from '#infra/local/sample-data';
import { until } from '#infra/local/until';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const { sample } = endpoints;
const owner = personAt(endpoints, 'owner');
const staff = apiClient(endpoints.api, endpoints.tokens.staff);
const made = z.object({ uuid: z.string() });
const rows = z.array(made);

/** A tenant that Paddock opens with an account, which may create application credentials. */
async function tenantByAccount() {
  const { backend_id } = await staff.get(
    `openstack-tenants/${sample.tenants.demo}/`,
    z.object({ backend_id: z.string() }),
  );
  const { backend_url } = z
    .object({ options: z.object({ backend_url: z.string() }) })
    .parse(await staff.get(`service-settings/${sample.openstack_settings}/`, z.unknown())).options;
  const options = { backend_url, username: 'demo', password: 'demo' };
  const settings = await staff.post('service-settings/', { type: 'OpenStack', name: 'By account', options }, made);
  const body = { name: 'by-account', project: sample.project, service_settings: settings.uuid, backend_id };
  return (await staff.post('openstack-tenants/', body, made)).uuid;
}

async function offeringOfPools(): Promise<string> {
  const body = {
    ...{ name: 'Kubernetes, pools', customer: sample.customer, type: 'Rancher' },
    ...{ service_settings: sample.rancher_settings, plugin_options: { driver: 'rancher-pools' } },
    plans: [{ name: 'Default' }],
  };
  const { uuid } = await staff.post('marketplace-provider-offerings/', body, made);
  await staff.post(`marketplace-provider-offerings/${uuid}/activate/`, {}, z.unknown());
  return uuid;
}

const KINDS = ['servers', 'volumes', 'ports', 'keypairs', 'application_credentials'];
const objects = z.record(
  z.string(),
  z.array(z.looseObject({ id: z.string().optional(), name: z.string().optional() })),
);
async function stateAt(url: string) {
  const answer = await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) });
  return objects.parse(await answer.json());
}
async function inCloud(): Promise<string[]> {
  const state = await stateAt(endpoints.openstack.demo ?? '');
  return KINDS.flatMap((kind) => (state[kind] ?? []).map(({ id, name }) => `${kind} ${id ?? name}`)).sort();
}

const shownPools = z.array(z.object({ name: z.string(), quantity: z.number(), ready: z.number() }));
const shownMachines = z.array(z.object({ pool: z.string(), kind: z.string(), phase: z.string() }));

test('a cluster of three pools is ordered, shown with its machines, scaled, and deleted without a trace (S2-001, S2-014)', async () => {
  const [tenant, offering] = [await tenantByAccount(), await offeringOfPools()];
  const { flavors, subnets } = await tenantContents(staff, tenant);
  const [network] = await staff.get(`openstack-networks/?tenant_uuid=${tenant}`, rows);
  const machine = { flavor: flavors['m1.medium'], networks: [network?.uuid], root_volume: { size: 65_536 } };
  const pools = [
    { ...machine, name: 'servers', roles: ['etcd', 'controlplane'], quantity: 3 },
    { ...machine, name: 'workers', roles: ['worker'], quantity: 2 },
    { ...machine, name: 'spare', roles: ['worker'], quantity: 0 },
  ];
  const before = await inCloud();
  const attributes = { name: 'pooled', tenant, pools };
  const placed = await owner.place({ offering, project: sample.project, attributes });
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });

  const path = `rancher-clusters/${placed.resource_uuid}/`;
  const shown = shownPools.parse((await owner.call('GET', `${path}pools/`)).body);
  expect(shown.map(({ name, quantity, ready }) => [name, quantity, ready]).sort()).toEqual([
    ['servers', 3, 3],
    ['spare', 0, 0],
    ['workers', 2, 2],
  ]);
  const machines = shownMachines.parse((await owner.call('GET', `${path}machines/`)).body);
  expect(machines.map(({ pool, phase }) => `${pool} ${phase}`).sort()).toEqual([
    ...Array(3).fill('servers Running'),
    ...Array(2).fill('workers Running'),
  ]);
  const spare = z.array(z.object({ name: z.string(), uuid: z.string() }));
  const { uuid: pool } =
    spare.parse((await owner.call('GET', `${path}pools/`)).body).find(({ name }) => name === 'spare') ?? expect.fail();
  const scale = `${path}pools/${pool}/scale/`;
  expect(await owner.call('POST', scale, { quantity: 1, dry_run: true })).toMatchObject({
    status: 200,
    body: { steps: [{ kind: 'create', pool: 'spare', count: 1 }] },
  });
  expect(await owner.call('POST', scale, { quantity: 1 })).toMatchObject({ status: 202 });
  const rested = await until({ tooLate: 'The pool is not scaled.', timeoutMs: 120_000, intervalMs: 100 }, async () => {
    const { state, last_error } = await owner.cluster(placed.resource_uuid ?? '');
    return ['OK', 'ERRED'].includes(state) ? { state, last_error } : undefined;
  });
  expect(rested).toEqual({ state: 'OK', last_error: null });
  expect(shownMachines.parse((await owner.call('GET', `${path}machines/`)).body)).toHaveLength(6);

  const added = await personAt(endpoints, 'staff').call('POST', 'rancher-nodes/', {
    ...{ cluster: placed.resource_uuid, role: 'agent', flavor: machine.flavor },
    subnet: subnets['private-subnet'],
  });
  expect([added.status, JSON.stringify(added.body)]).toEqual([409, expect.stringContaining('quantity of a pool')]);

  const asleep = await owner.call('POST', `${path}hibernate/`, {});
  expect([asleep.status, JSON.stringify(asleep.body)]).toEqual([409, expect.stringContaining('worker pools to 0')]);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await inCloud()).toEqual(before);
  expect(JSON.stringify(await stateAt(endpoints.rancher))).not.toContain(placed.resource_uuid);
}, 300_000);
