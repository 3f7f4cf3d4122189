import { z } from 'zod';
import type { CloudUser } from '#test/contracts/openstack/cloud-admin';
import type { Installation } from './installation.ts';

const id = z.object({ id: z.string() });
const nothing = z.unknown();

/** Creates the services' accounts and endpoints in Keystone, as an installer does after Keystone's bootstrap. */
export async function fillCatalog(admin: CloudUser, { ports, password }: Installation): Promise<void> {
  const make = <T>(path: string, reply: z.ZodType<T>, body: unknown) =>
    admin.ask('identity', 'POST', path, reply, body);
  const domain_id = admin.domainId;
  const { project } = await make('/projects', z.object({ project: id }), { project: { name: 'service', domain_id } });
  const roles = [await roleId(admin, 'admin'), await roleId(admin, 'service')];
  for (const name of ['glance', 'placement', 'neutron', 'nova', 'cinder']) {
    const { user } = await make('/users', z.object({ user: id }), { user: { name, password, domain_id } });
    for (const role of roles)
      await admin.ask('identity', 'PUT', `/projects/${project.id}/users/${user.id}/roles/${role}`, nothing);
  }
  const services = [
    { name: 'glance', type: 'image', port: ports.glance, path: '' },
    { name: 'placement', type: 'placement', port: ports.placement, path: '' },
    { name: 'neutron', type: 'network', port: ports.neutron, path: '' },
    { name: 'nova', type: 'compute', port: ports.nova, path: '/v2.1' },
    { name: 'cinder', type: 'block-storage', port: ports.cinder, path: '/v3' },
    // The older name of this service type. Some clients look for it.
    { name: 'cinderv3', type: 'volumev3', port: ports.cinder, path: '/v3' },
  ];
  for (const { name, type, port, path } of services) {
    const { service } = await make('/services', z.object({ service: id }), { service: { name, type } });
    const where = { service_id: service.id, region_id: 'RegionOne', url: `http://127.0.0.1:${port}${path}` };
    for (const kind of ['public', 'internal', 'admin'])
      await make('/endpoints', nothing, { endpoint: { ...where, interface: kind } });
  }
}

async function roleId(admin: CloudUser, name: string): Promise<string> {
  const reply = z.object({ roles: z.array(id) });
  const { roles } = await admin.ask('identity', 'GET', `/roles?name=${name}`, reply);
  if (roles[0]) return roles[0].id;
  const made = z.object({ role: id });
  return (await admin.ask('identity', 'POST', '/roles', made, { role: { name } })).role.id;
}

/**
 * Creates what the cloud offers to everybody, as the operator of a new cloud does: the default volume type, two
 * flavors, and images.
 */
export async function fillOffer(admin: CloudUser): Promise<void> {
  await admin.ask('block-storage', 'POST', '/types', nothing, { volume_type: { name: 'standard' } });
  const flavors = [
    { name: 'm1.small', vcpus: 1, ram: 2048, disk: 20 },
    { name: 'm1.medium', vcpus: 2, ram: 4096, disk: 40 },
  ];
  for (const flavor of flavors) await admin.ask('compute', 'POST', '/flavors', nothing, { flavor });
  const properties = { 'ubuntu-2204-kube-v1.33.5': { os_distro: 'ubuntu', hw_disk_bus: 'virtio' } };
  for (const name of ['debian-12', 'ubuntu-2204-kube-v1.33.5', 'ubuntu-24.04']) {
    const marks = new Map<string, object>(Object.entries(properties)).get(name);
    const image = { name, disk_format: 'raw', container_format: 'bare', visibility: 'public', ...marks };
    const made = await admin.ask('image', 'POST', '/images', id, image);
    await admin.upload(`/images/${made.id}/file`, 'not really an operating system');
  }
}
