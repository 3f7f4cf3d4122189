import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { pooledOrder, sellPools } from './_worlds/pooled-orders.ts';

const { endpoints } = ownCloud();
const { sample } = endpoints;
const owner = personAt(endpoints, 'owner');
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
  const market = await sellPools(endpoints, {
    ...{ rancherSettings: sample.rancher_settings, cloudSettings: sample.openstack_settings },
    demoTenant: sample.tenants.demo ?? '',
  });
  const before = await inCloud();
  const placed = await owner.place(pooledOrder(market, endpoints, 'pooled'));
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
  expect(await owner.call('POST', `${scale}?dry_run=true`, { quantity: 1 })).toMatchObject({
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
    ...{ cluster: placed.resource_uuid, role: 'agent', flavor: market.flavor },
    subnet: market.subnets['private-subnet'],
  });
  expect([added.status, JSON.stringify(added.body)]).toEqual([409, expect.stringContaining('quantity of a pool')]);

  const asleep = await owner.call('POST', `${path}hibernate/`, {});
  expect([asleep.status, JSON.stringify(asleep.body)]).toEqual([409, expect.stringContaining('worker pools to 0')]);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await inCloud()).toEqual(before);
  expect(JSON.stringify(await stateAt(endpoints.rancher))).not.toContain(placed.resource_uuid);
}, 300_000);
