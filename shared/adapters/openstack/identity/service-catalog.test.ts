import { expect, test } from 'vitest';
import { type Catalog, endpointOf } from './service-catalog.ts';

const entry = (type: string, ...urls: [region: string, url: string, kind?: string][]): Catalog[number] => ({
  type,
  endpoints: urls.map(([region_id, url, kind = 'public']) => ({ interface: kind, region_id, url })),
});

test.each([
  ['image', entry('image', ['RegionOne', 'https://glance.test/']), 'https://glance.test/v2'],
  ['network', entry('network', ['RegionOne', 'https://api.test/network']), 'https://api.test/network/v2.0'],
  ['compute', entry('compute', ['RegionOne', 'https://nova.test/v2.1']), 'https://nova.test/v2.1'],
  ['volume', entry('volumev3', ['RegionOne', 'https://cinder.test/v3/0f3a']), 'https://cinder.test/v3/0f3a'],
] as const)('the %s endpoint gets a version only when it has none', (service, given, url) => {
  expect(endpointOf([given], service, undefined)).toBe(url);
});

test('the public endpoint of the asked region is taken', () => {
  const given = entry(
    'compute',
    ['north', 'https://north.test/v2.1'],
    ['south', 'https://internal.test/v2.1', 'internal'],
    ['south', 'https://south.test/v2.1'],
  );
  expect(endpointOf([given], 'compute', 'south')).toBe('https://south.test/v2.1');
});

test('a region without the service is a mistake in the settings, named', () => {
  const given = entry('compute', ['north', 'https://north.test/v2.1']);
  expect(() => endpointOf([given], 'compute', 'west')).toThrow(
    'The service catalog of the cloud has no Nova in region west.',
  );
});
