import { z } from 'zod';
import type { CloudUser } from '#test/contracts/openstack/cloud-admin';
import { prepareExternal } from '#test/contracts/openstack/prepare-gateway';

const id = z.object({ id: z.string() });
const nothing = z.unknown();
type Remove = () => Promise<void>;

/** The image of the sample offerings' machines. */
const IMAGE = 'ubuntu-24.04';
/** The external network of the sample offerings' routers. */
const EXTERNAL_NETWORK = 'public';

/**
 * Uploads the image `IMAGE`, unless the cloud already has an active image of that name. Returns a function that deletes
 * the image if it was uploaded here.
 */
export async function ensureImage(admin: CloudUser): Promise<Remove> {
  const path = `/images?name=${IMAGE}&status=active`;
  const { images } = await admin.ask('image', 'GET', path, z.object({ images: z.array(id) }));
  if (images.length > 0) return async () => {};
  const image = { name: IMAGE, disk_format: 'raw', container_format: 'bare', visibility: 'public' };
  const uploaded = await admin.ask('image', 'POST', '/images', id, image);
  await admin.upload(`/images/${uploaded.id}/file`, 'not really an operating system');
  return async () => void (await admin.ask('image', 'DELETE', `/images/${uploaded.id}`, nothing));
}

export async function ensureFlavor(
  admin: CloudUser,
  flavor: { name: string; vcpus: number; ram: number; disk: number },
): Promise<Remove> {
  const reply = z.object({ flavors: z.array(z.object({ name: z.string() })) });
  const { flavors } = await admin.ask('compute', 'GET', '/flavors', reply);
  if (flavors.some(({ name }) => name === flavor.name)) return async () => {};
  const made = await admin.ask('compute', 'POST', '/flavors', z.object({ flavor: id }), { flavor });
  return async () => void (await admin.ask('compute', 'DELETE', `/flavors/${made.flavor.id}`, nothing));
}

export async function ensureExternalNetwork(admin: CloudUser): Promise<Remove> {
  const path = `/networks?router:external=true&name=${EXTERNAL_NETWORK}`;
  const { networks } = await admin.ask('network', 'GET', path, z.object({ networks: z.array(id) }));
  return networks.length > 0 ? async () => {} : (await prepareExternal({ admin }, EXTERNAL_NETWORK)).remove;
}
