import { beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { providerPerFile } from './provider-under-test.ts';

const provider = await providerPerFile(['--name', 'capo']);
const { begin, apply, find, isAvailable, isIdle, machines } = provider;
const SOON = { timeout: 10_000, interval: 20 };

const service = {
  ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' } },
  spec: { ports: [{ name: 'https', port: 6443 }] },
};
const slice = (more: object = {}) => ({
  ...{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' },
  metadata: { name: 'web-relays', labels: { 'kubernetes.io/service-name': 'web' } },
  ...{ addressType: 'IPv4', endpoints: [{ addresses: ['192.0.2.5'], hostname: 'net1' }] },
  ports: [{ name: 'https', port: 44_355 }],
  ...more,
});
const kubeconfig = (server: string) => ({
  ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web-kubeconfig' } },
  data: { value: Buffer.from(stringify({ clusters: [{ cluster: { server } }] })).toString('base64') },
});
const RELAYED = kubeconfig('https://web.paddock:6443');

describe('the API of a cluster without a floating IP', () => {
  beforeEach(async () => {
    await begin({ cluster: { disableAPIServerFloatingIP: true }, wish: { workers: 0 } });
    await expect.poll(() => find('Secret', 'web-kubeconfig'), SOON).toMatchObject({ data: {} });
    await expect.poll(machines, SOON).toMatchObject([{ status: { instanceState: 'ACTIVE' } }]);
    await expect.poll(isIdle, SOON).toBe(true);
    expect(await isAvailable()).toBe(false);
  });

  test('is reached by a Service that the kubeconfig names, and that has endpoints', async () => {
    for (const one of [service, slice(), RELAYED]) await apply(one);
    await expect.poll(isAvailable, SOON).toBe(true);
  });

  test.each([
    ['without a Service', [slice(), RELAYED]],
    ['without endpoints', [service, slice({ endpoints: [] }), RELAYED]],
    [
      'by endpoints that are not ready',
      [service, slice({ endpoints: [{ addresses: ['192.0.2.5'], conditions: { ready: false } }] }), RELAYED],
    ],
    ['by endpoints of another port', [service, slice({ ports: [{ name: 'metrics', port: 9000 }] }), RELAYED]],
    ['by a kubeconfig that names another Service', [service, slice(), kubeconfig('https://other.paddock:6443')]],
    ['by a kubeconfig that names an address of the tenant', [service, slice()]],
  ])('is not reached %s', async (_, objects) => {
    for (const one of objects) await apply(one);
    await expect.poll(isIdle, SOON).toBe(true);
    expect(await isAvailable()).toBe(false);
  });
});

test.each([
  ['an address that is a name', { endpoints: [{ addresses: ['net1.test'] }] }, 'endpoints[0].addresses[0]'],
  ['no address', { endpoints: [{ addresses: [] }] }, 'endpoints[0].addresses'],
  [
    'a host name of two parts',
    { endpoints: [{ addresses: ['192.0.2.5'], hostname: 'net1.test' }] },
    'endpoints[0].hostname',
  ],
  ['a port that is none', { ports: [{ name: 'https', port: 70_000 }] }, 'ports[0].port'],
  [
    'two ports of one name',
    {
      ports: [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ],
    },
    'ports',
  ],
  ['an unknown type of addresses', { addressType: 'DNS' }, 'addressType'],
])('an EndpointSlice with %s is refused', async (_, fields, field) => {
  const { details } = z
    .looseObject({
      code: z.literal(422),
      details: z.looseObject({ causes: z.array(z.looseObject({ field: z.string() })) }),
    })
    .parse(await apply(slice(fields)));
  expect(details.causes.map((cause) => cause.field)).toContain(field);
});

test('an EndpointSlice keeps its type of addresses, and has no unknown fields', async () => {
  await apply(slice());
  const other = { addressType: 'IPv6', endpoints: [] };
  expect(await apply(slice(other))).toMatchObject({ code: 422, message: expect.stringContaining('immutable') });
  expect(await apply(slice({ addresses: [] }))).toMatchObject({ message: expect.stringContaining('not declared') });
});
