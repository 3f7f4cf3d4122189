import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../_core/rancher-client.ts';
import { pool, startOpenstack, startPools, type TestOpenstack, type TestPools } from './pools-under-test.ts';

const HOOK = 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/rke-bootstrap-cleanup';
const FORCE = 'rke.cattle.io/etcd-force-remove';
const MACHINES = '/v1/cluster.x-k8s.io.machines/fleet-default';
const BOOTSTRAPS = '/v1/rke.cattle.io.rkebootstraps/fleet-default';

let cloud: TestOpenstack;
let rancher: TestPools;
beforeAll(async () => {
  cloud = await startOpenstack();
});
afterAll(() => cloud.close());
beforeEach(async () => {
  rancher = await startPools(cloud, { machineDelete: 200_000 });
  await rancher.credential();
  await rancher.makeConfig('nc-all');
  await rancher.makeConfig('nc-work');
  await rancher.order([pool('all', 'ecw'), pool('work', 'w')]);
  await rancher.running(2);
});
afterEach(async () => {
  await rancher.remove();
  await eventually(async () => expect((await cloud.shown()).servers).toEqual([]));
  await rancher.close();
});

const held = async () =>
  (await rancher.machines())
    .filter(({ metadata }) => HOOK in metadata.annotations)
    .map(({ metadata }) => metadata.name);
const force = (name: string, text: string | null) =>
  rancher.patch(`${BOOTSTRAPS}/${name}`, { metadata: { annotations: { [FORCE]: text } } });

/**
 * Deletes a machine, and reads it repeatedly until it is gone. Returns all reasons seen in its `Deleting` condition.
 */
async function reasonsOf(name: string): Promise<Set<unknown>> {
  const reasons = new Set<unknown>();
  await rancher.send('DELETE', `${MACHINES}/${name}`);
  await eventually(async () => {
    const machine = (await rancher.machines()).find(({ metadata }) => metadata.name === name);
    const conditions = machine?.status.conditions;
    const deleting = Array.isArray(conditions) && conditions.find(({ type }) => type === 'Deleting');
    if (deleting) reasons.add(deleting.reason);
    expect(machine).toBeUndefined();
  });
  return reasons;
}

test('a member of etcd is held until it has left etcd, and no other machine is (T31)', async () => {
  const [name = '', ...others] = await held();
  expect(name).toMatch(/^blue-all-/);
  expect(others).toEqual([]);
  expect(await reasonsOf(name)).toContain('WaitingForPreTerminateHook');
});

test('a member of etcd whose bootstrap says so is let go at once, until the bootstrap no longer says it (T31)', async () => {
  const [name = ''] = await held();
  await force(name, 'True');
  expect(await held()).toEqual([]);
  await force(name, null);
  expect(await held()).toEqual([name]);
  await force(name, 'true');
  expect(await reasonsOf(name)).not.toContain('WaitingForPreTerminateHook');
});
