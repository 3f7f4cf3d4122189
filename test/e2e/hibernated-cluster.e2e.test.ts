import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');

const rows = z.array(z.looseObject({ name: z.string().optional(), status: z.string().optional() }));
const cloudState = z.looseObject({ servers: rows, ports: rows, volumes: rows });
const runnerState = z.object({ machines: z.array(z.object({ name: z.string(), phase: z.string() })) });
async function stateOf<T>(url: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) });
  return schema.parse(await answer.json());
}
const cloudNow = () => stateOf(endpoints.openstack.demo ?? '', cloudState);
async function machines(names: readonly string[]) {
  const found = (await cloudNow()).servers.filter(({ name = '' }) => names.includes(name));
  return Object.fromEntries(found.map(({ name = '', status }) => [name, status]));
}

const shown = z.looseObject({
  ...{ state: z.string(), runtime_state: z.string(), last_error: z.unknown() },
  hibernation: z.object({ status: z.string(), since: z.string().nullable() }),
  nodes: z.array(
    z.looseObject({ uuid: z.string(), name: z.string(), runtime_state: z.string(), instance_name: z.unknown() }),
  ),
});
const clusterNow = async (uuid: string) => shown.parse((await owner.call('GET', `rancher-clusters/${uuid}/`)).body);

test('a cluster of three servers and three agents hibernates and wakes up with the same nodes, and is deleted in its sleep', async () => {
  const placed = await owner.place(owner.clusterOrder('sleeper', 3, 3));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const uuid = placed.resource_uuid ?? '';
  const rests = () =>
    until({ tooLate: 'The cluster is neither OK nor erred.', timeoutMs: 120_000, intervalMs: 200 }, async () => {
      const cluster = await clusterNow(uuid);
      return ['OK', 'ERRED'].includes(cluster.state) ? cluster : undefined;
    });
  const before = await clusterNow(uuid);
  const [names, thingsBefore] = [before.nodes.map(({ name }) => name), await cloudNow()];
  const all = (status: string) => Object.fromEntries(names.map((name) => [name, status]));
  const act = async (action: string) => (await owner.call('POST', `rancher-clusters/${uuid}/${action}/`)).status;

  expect(await act('hibernate')).toBe(202);
  const asleep = await rests();
  expect(asleep).toMatchObject({ state: 'OK', last_error: null, hibernation: { status: 'HIBERNATED' } });
  expect(await machines(names)).toEqual(all('SHUTOFF'));
  expect([await act('hibernate'), await act('upgrade')]).toEqual([409, 409]);

  expect(await act('wake')).toBe(202);
  const awake = await rests();
  expect(awake).toMatchObject({
    state: 'OK',
    last_error: null,
    hibernation: { status: 'AWAKE' },
    runtime_state: 'active',
  });
  expect(await machines(names)).toEqual(all('ACTIVE'));
  expect(awake.nodes.map((node) => [node.uuid, node.name, node.runtime_state])).toEqual(
    before.nodes.map((node) => [node.uuid, node.name, 'active']),
  );
  const { servers, ports, volumes } = await cloudNow();
  expect([servers.length, ports.length, volumes.length]).toEqual([
    ...[thingsBefore.servers.length, thingsBefore.ports.length, thingsBefore.volumes.length],
  ]);
  // cloud-init has not run again: no machine has registered a second time.
  const played = (await stateOf(endpoints.vm_runner, runnerState)).machines.filter(({ name }) => names.includes(name));
  expect(played.map(({ phase }) => phase)).toEqual(names.map(() => 'registered'));
  const steps = (await owner.events(uuid)).map(({ step }) => step);
  expect(steps).toEqual(
    expect.arrayContaining(['agents-drained', 'agents-stopped', 'servers-stopped', 'servers-ready', 'agents-ready']),
  );

  expect(await act('hibernate')).toBe(202);
  expect(await rests()).toMatchObject({ state: 'OK', hibernation: { status: 'HIBERNATED' } });
  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await machines(names)).toEqual({});
}, 400_000);
