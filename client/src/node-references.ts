import type { PaddockClient } from './create-client.ts';
import type { Node } from './generated/schema.d.ts';
import { listAll } from './list-all.ts';
import type { NodeReferences } from './node-like.ts';

type Source = Pick<Node['initial_data'], 'tenant' | 'subnet' | 'flavor'>;

/**
 * Finds the uuids of a node's subnet, flavor and volume types in the node's tenant.
 * @throws PaddockError if the tenant cannot be read
 */
export async function findNodeReferences(
  api: PaddockClient,
  spec: Source,
  signal?: AbortSignal,
): Promise<NodeReferences> {
  const path = { uuid: spec.tenant };
  const stopped = signal ? { signal } : {};
  const [subnets, flavors, types] = await Promise.all([
    listAll((page) =>
      api.GET('/api/openstack-tenants/{uuid}/subnets/', {
        ...{ ...stopped, params: { path, query: { backend_id: spec.subnet, ...page } } },
      }),
    ),
    listAll((page) =>
      api.GET('/api/openstack-tenants/{uuid}/flavors/', {
        ...{ ...stopped, params: { path, query: { backend_id: spec.flavor, ...page } } },
      }),
    ),
    listAll((page) =>
      api.GET('/api/openstack-tenants/{uuid}/volume-types/', { ...stopped, params: { path, query: { ...page } } }),
    ),
  ]);
  return {
    subnet: subnets[0]?.uuid ?? spec.subnet,
    flavor: flavors[0]?.uuid ?? spec.flavor,
    volumeTypes: Object.fromEntries(types.map(({ name, uuid }) => [name, uuid])),
  };
}
