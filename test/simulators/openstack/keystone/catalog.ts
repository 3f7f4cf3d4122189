import type { Cloud } from '../cloud.ts';
import { hexOf, seedUuid } from '../ids.ts';

/**
 * The addresses of Glance and Neutron have no version, so clients add `/v2` or `/v2.0`. All other addresses end in a
 * version.
 */
const services = [
  { type: 'identity', name: 'keystone', path: '/identity/v3' },
  { type: 'compute', name: 'nova', path: '/compute/v2.1' },
  { type: 'network', name: 'neutron', path: '/network' },
  { type: 'volumev3', name: 'cinderv3', path: '/volume/v3' },
  { type: 'block-storage', name: 'cinder', path: '/volume/v3' },
  { type: 'image', name: 'glance', path: '/image' },
  { type: 'load-balancer', name: 'octavia', path: '/load-balancer' },
];

export function catalogOf(cloud: Cloud, base: string) {
  const idOf = (...path: string[]) => hexOf(seedUuid(cloud.name, 'catalog', ...path));
  const offered = services.filter(({ name }) => cloud.hasOctavia || name !== 'octavia');
  const own = offered.map(({ type, name, path }) => ({
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
  return [...own, ...registered(cloud)];
}

/** Services that an administrator has registered. A service without an endpoint is listed without one, as in Keystone. */
function registered({ keystone }: Cloud) {
  const enabled = [...keystone.services.values()].filter((service) => service.enabled);
  return enabled.map(({ id, type, name }) => ({
    ...{ id, type, name },
    endpoints: [...keystone.endpoints.values()]
      .filter((endpoint) => endpoint.service_id === id && endpoint.enabled)
      .map((endpoint) => ({
        ...{ id: endpoint.id, interface: endpoint.interface, url: endpoint.url },
        ...{ region_id: endpoint.region_id, region: endpoint.region_id },
      })),
  }));
}
