import { z } from 'zod';
import { Misconfigured } from '#shared/errors';

export const catalog = z.array(
  z.object({
    type: z.string(),
    endpoints: z.array(z.object({ interface: z.string(), region_id: z.string().nullish(), url: z.string() })),
  }),
);
export type Catalog = z.infer<typeof catalog>;

/**
 * The services of a cloud that Paddock calls. `types` are the names that the catalogue may use, the official name
 * first. `version` is appended to a URL that has no version.
 */
export const SERVICES = {
  compute: { name: 'Nova', types: ['compute'], version: 'v2.1' },
  network: { name: 'Neutron', types: ['network'], version: 'v2.0' },
  volume: { name: 'Cinder', types: ['block-storage', 'volumev3'], version: 'v3' },
  image: { name: 'Glance', types: ['image'], version: 'v2' },
  'load-balancer': { name: 'Octavia', types: ['load-balancer'], version: 'v2' },
} as const;
export type Service = keyof typeof SERVICES;

/** A URL with a version. In Cinder's URL the project's id may follow the version. */
const VERSIONED = /\/v\d+(\.\d+)?(\/[^/]+)?$/;

/** The public endpoint of a service in the region, or in any region if none is given. */
export function findEndpoint(entries: Catalog, service: Service, region: string | undefined): string | undefined {
  const { types, version } = SERVICES[service];
  for (const type of types) {
    const endpoints = entries.filter((entry) => entry.type === type).flatMap((entry) => entry.endpoints);
    const found = endpoints.find((it) => it.interface === 'public' && (!region || it.region_id === region));
    if (!found) continue;
    const url = found.url.replace(/\/+$/, '');
    return VERSIONED.test(url) ? url : `${url}/${version}`;
  }
  return undefined;
}

/** Like `findEndpoint`, but throws Misconfigured if there is no endpoint. */
export function endpointOf(entries: Catalog, service: Service, region: string | undefined): string {
  const found = findEndpoint(entries, service, region);
  if (found !== undefined) return found;
  const { name } = SERVICES[service];
  throw new Misconfigured(`The service catalog of the cloud has no ${name}${region ? ` in region ${region}` : ''}.`);
}
