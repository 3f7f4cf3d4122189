import { expect, test } from 'vitest';
import type { JsonClient } from '../../json-client.ts';
import { rancherSession } from '../rancher-session.ts';
import { selectorMemories } from '../steve-lists.ts';
import { pools } from './pools.ts';

const ours = { backendId: 'c-m-1', name: 'Production', provisioningName: 'prod' };

/** An object that belongs to another cluster but has our cluster's labels. A user could write such labels. */
const objectOf = (clusterName: string) => ({
  metadata: {
    ...{ name: `of-${clusterName}`, namespace: 'fleet-default' },
    labels: { 'cluster.x-k8s.io/cluster-name': 'prod', 'rke.cattle.io/cluster-name': 'prod' },
  },
  spec: { clusterName, template: { spec: {} } },
});

function rancherWith(data: object[]) {
  const listing: JsonClient = async ({ reply }) => ({
    body: reply.parse({ data }),
    ...{ bytes: 0, header: () => undefined },
  });
  const memory = selectorMemories({ now: () => new Date(0) })('https://rancher.test');
  return pools(rancherSession(listing, { username: 'key', password: 'secret' }, memory));
}

test.each(['listPoolMachines', 'listPoolDeployments', 'listEtcdSnapshots', 'listMachineTemplates'] as const)(
  '%s leaves out what only has the labels of the cluster',
  async (list) => {
    expect((await rancherWith([objectOf('other'), objectOf('prod')])[list](ours)).map(({ name }) => name)).toEqual([
      'of-prod',
    ]);
  },
);

test('the objects of the cluster on which Rancher runs are not shown, whatever that cluster is called (S2-006)', async () => {
  const shown = (id: string, name: string, namespace: string) => ({
    ...{ id, name, state: 'active', internal: namespace === 'fleet-local' },
    metadata: { name, namespace, uid: `uid-of-${name}` },
  });
  const seen = await rancherWith([
    shown('local', 'own', 'fleet-local'),
    shown('c-m-1', 'prod', 'fleet-default'),
  ]).readInfrastructure();
  const at = { name: 'prod', namespace: 'fleet-default', uid: 'uid-of-prod' };
  expect(seen).toEqual({
    management: [expect.objectContaining({ id: 'c-m-1', name: 'prod' })],
    provisioning: [{ ...at, managementId: '' }],
    clusterApi: [{ ...at, owners: [] }],
    rkeClusters: [{ ...at, owners: [] }],
  });
});
