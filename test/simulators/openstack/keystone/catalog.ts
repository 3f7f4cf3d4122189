import type { Cloud } from '../cloud.ts';
import { hexOf, seedUuid } from '../ids.ts';

/** Image and network give a bare address (clients add `/v2`, `/v2.0`); the others end in their version. */
const services = [
  { type: 'identity', name: 'keystone', path: '/identity/v3' },
  { type: 'compute', name: 'nova', path: '/compute/v2.1' },
  { type: 'network', name: 'neutron', path: '/network' },
  { type: 'volumev3', name: 'cinderv3', path: '/volume/v3' },
  { type: 'block-storage', name: 'cinder', path: '/volume/v3' },
  { type: 'image', name: 'glance', path: '/image' },
];

export function catalogOf(cloud: Cloud, base: string) {
  const idOf = (...path: string[]) => hexOf(seedUuid(cloud.name, 'catalog', ...path));
  return services.map(({ type, name, path }) => ({
    id: idOf(type),
    type,
    name,
    endpoints: ['admin', 'internal', 'public'].map((face) => ({
      id: idOf(type, face),
      interface: face,
      region_id: cloud.region,
      region: cloud.region,
      url: base + path,
    })),
  }));
}
