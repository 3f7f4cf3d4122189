import { z } from 'zod';
import type { CloudUser } from '#test/contracts/openstack/cloud-admin';
import { type Inventory, inventoryOf, PROJECT_KINDS } from '../real/cloud-inventory.ts';

const keyPairs = z.object({ keypairs: z.array(z.object({ keypair: z.object({ name: z.string() }) })) });
const credentials = z.object({
  application_credentials: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** The objects in the account's project, and the objects of the account itself, such as key pairs. */
export async function accountInventory(user: CloudUser): Promise<Inventory> {
  const [inProject, { keypairs }, { application_credentials }] = await Promise.all([
    inventoryOf(user, PROJECT_KINDS),
    user.ask('compute', 'GET', '/os-keypairs', keyPairs),
    user.ask('identity', 'GET', `/users/${user.userId}/application_credentials`, credentials),
  ]);
  return {
    ...inProject,
    'key pairs': keypairs.map(({ keypair }) => keypair.name).sort(),
    'application credentials': application_credentials.map(({ id, name }) => `${id} ${name}`).sort(),
  };
}
