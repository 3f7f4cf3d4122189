import { describe, expect, test } from 'vitest';
import { fieldAt } from '../../kubernetes/objects/kubernetes-objects.ts';
import { providerPerFile } from './provider-under-test.ts';

const provider = await providerPerFile(['--name', 'capo', '--resource-filters']);
const { cloud, begin, cluster, isAvailable, machines, problems, withCloud } = provider;

const SOON = { timeout: 10_000, interval: 20 };
const PLACE = 'k8s-clusterapi-cluster-paddock-web';

describe('what the cloud refuses', () => {
  test('a quota of servers is in a condition of the machine, in Nova’s words (M37)', async () => {
    const sim = `${cloud.url}/_sim/faults`;
    const message = 'Quota exceeded for cores: Requested 2, but already used 20 of 20 cores';
    const fault = {
      method: 'POST',
      path: '/servers$',
      kind: 'status',
      status: 403,
      body: { forbidden: { code: 403, message } },
    };
    await fetch(sim, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) });
    await begin();
    const conditions = async () => JSON.stringify((await machines()).map((one) => fieldAt(one, 'status.conditions')));
    await expect.poll(conditions, SOON).toContain('Quota exceeded for cores');
    expect(await conditions()).toContain('InstanceCreateFailed');
    await fetch(sim, { method: 'DELETE' });
    await expect.poll(isAvailable, SOON).toBe(true);
  });

  test('a credential is only in the manager’s log (M37)', async () => {
    await begin({ secret: 'wrong' });
    await expect.poll(() => problems().join(), SOON).toContain('but got 401 instead');
    expect(fieldAt(await cluster(), 'status.infrastructureReady')).not.toBe(true);
    expect(JSON.stringify(cloud.state().networks)).not.toContain(PLACE);
  });
});

test.each([
  ['its own', { availabilityZone: { from: 'Name', name: 'elsewhere' } }, undefined],
  ['its machine’s', { availabilityZone: { from: 'Machine' } }, 'elsewhere'],
])('a volume is created in %s zone, which the cloud has to know', async (_, volume, zone) => {
  await begin({
    machine: { rootVolume: { sizeGiB: 20, ...volume } },
    wish: { workers: 1, ...(zone && { zone }) },
  });
  await expect.poll(() => problems().join(), SOON).toContain("Availability zone 'elsewhere' is invalid.");
});

test('in a cloud whose Cinder filters no names, a machine takes the volume of another one, and is never made', async () => {
  await withCloud([], async (another) => {
    await begin({ machine: { rootVolume: { sizeGiB: 20 } } }, another.known);
    await expect.poll(async () => (await machines()).length, SOON).toBe(2);
    await expect.poll(async () => JSON.stringify(await machines()), SOON).toContain('openstack:///');
    // The second machine finds the volume of the first machine. This volume is in use, so the second machine asks for
    // it again and again. `asked` counts these requests.
    const asked = async () => (await another.requests()).filter(({ url }) => url.endsWith('-root')).length;
    const before = await asked();
    await expect.poll(asked, SOON).toBeGreaterThan(before + 2);
    const { servers, volumes } = another.state();
    expect([servers, volumes]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });
});

test('a cloud without Octavia is only in the manager’s log, for ever (S3-011)', async () => {
  await withCloud(['--without-octavia'], async (another) => {
    await begin({}, another.known);
    await expect.poll(() => problems().join(), SOON).toContain('failed to create load balancer service client');
  });
});
