import { z } from 'zod';
import type { CloudUser } from '#test/contracts/openstack/cloud-admin';

const rowsOf = z.array(z.object({ id: z.string(), name: z.string().nullish() }));

type Kind = { service: string; path: string; key: string };
/** Kinds of resources that a cluster may leave in a project, as a user of the project sees them. */
export const PROJECT_KINDS = {
  servers: { service: 'compute', path: '/servers', key: 'servers' },
  'server groups': { service: 'compute', path: '/os-server-groups', key: 'server_groups' },
  volumes: { service: 'block-storage', path: '/volumes', key: 'volumes' },
  ports: { service: 'network', path: '/ports', key: 'ports' },
  'floating IPs': { service: 'network', path: '/floatingips', key: 'floatingips' },
  'security groups': { service: 'network', path: '/security-groups', key: 'security_groups' },
} satisfies Record<string, Kind>;
/**
 * Kinds of resources in all projects, as an administrator sees them. These are `PROJECT_KINDS`, and kinds that the
 * preparation of a test may leave behind.
 */
export const CLOUD_KINDS = {
  ...PROJECT_KINDS,
  servers: { ...PROJECT_KINDS.servers, path: '/servers?all_tenants=1' },
  'server groups': { ...PROJECT_KINDS['server groups'], path: '/os-server-groups?all_projects=true' },
  volumes: { ...PROJECT_KINDS.volumes, path: '/volumes?all_tenants=1' },
  networks: { service: 'network', path: '/networks', key: 'networks' },
  subnets: { service: 'network', path: '/subnets', key: 'subnets' },
  routers: { service: 'network', path: '/routers', key: 'routers' },
  projects: { service: 'identity', path: '/projects', key: 'projects' },
  users: { service: 'identity', path: '/users', key: 'users' },
  flavors: { service: 'compute', path: '/flavors?is_public=none', key: 'flavors' },
  images: { service: 'image', path: '/images?limit=1000', key: 'images' },
} satisfies Record<string, Kind>;

/** Sorted lines `id name`, by kind. */
export type Inventory = Record<string, string[]>;

export async function inventoryOf(user: CloudUser, kinds: Record<string, Kind>): Promise<Inventory> {
  const read = async ([kind, { service, path, key }]: [string, Kind]) => {
    const { [key]: rows } = await user.ask(service, 'GET', path, z.record(z.string(), z.unknown()));
    const names = rowsOf.parse(rows).map(({ id, name }) => `${id} ${name ?? ''}`.trim());
    return [kind, names.sort()] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(kinds).map(read)));
}

/** Lines for the resources that only one of the two inventories has. Added and lost resources are both errors. */
export function differences(before: Inventory, after: Inventory): string[] {
  return Object.keys(after).flatMap((kind) => {
    const [old, now] = [before[kind] ?? [], after[kind] ?? []];
    const left = now.filter((row) => !old.includes(row)).map((row) => `left: ${kind} ${row}`);
    const gone = old.filter((row) => !now.includes(row)).map((row) => `gone: ${kind} ${row}`);
    return [...left, ...gone];
  });
}
