import { expect, test } from 'vitest';
import { MADE_KINDS, OF_CLUSTER, type SeenKubernetesObject } from '../kubernetes-object.ts';
import { relayedAddress } from './relayed-address.ts';

const ID = '2f6f1c1e-6a52-4b7e-9f0e-0a9b1c8f6d11';
const [kind] = MADE_KINDS.infrastructure.openstack;
const inCloud = (capiName: string, fields: object): SeenKubernetesObject => ({
  ...kind,
  metadata: { name: `${capiName}-x7k2b`, labels: { [OF_CLUSTER]: capiName } },
  ...fields,
});
const spec = { controlPlaneEndpoint: { host: '10.0.0.5', port: 6443 } };
const status = { network: { id: ID } };

test.each<[string, SeenKubernetesObject[], object | undefined]>([
  [
    'is what the OpenStackCluster says',
    [inCloud('kube-a', { spec, status })],
    { address: '10.0.0.5', port: 6443, networkId: ID },
  ],
  ['is not that of another cluster', [inCloud('kube-b', { spec, status })], undefined],
  ['is unknown without an OpenStackCluster', [], undefined],
  ['is unknown before there is an endpoint', [inCloud('kube-a', { spec: {}, status })], undefined],
  ['is unknown before there is a network', [inCloud('kube-a', { spec })], undefined],
  [
    'is no name',
    [inCloud('kube-a', { spec: { controlPlaneEndpoint: { host: 'api.test', port: 6443 } }, status })],
    undefined,
  ],
])('the place of an API server %s (M31)', (_, seen, expected) => {
  expect(relayedAddress(seen, 'kube-a')).toEqual(expected);
});
