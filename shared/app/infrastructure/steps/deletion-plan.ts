import type { OpenStack } from '#shared/ports/openstack';

/** Something that has to go: what it is called where it is, and how. Without `remove` it is on its way, or not ready to be asked. */
export type Deletable = { what: string; remove?: () => Promise<void> };

const deletable = <T extends { id: string; name: string }>(
  kind: string,
  items: readonly T[],
  remove: (id: string) => Promise<void>,
): Deletable[] => items.map(({ id, name }) => ({ what: `${kind} ${name} (${id})`, remove: () => remove(id) }));

/** Cinder deletes a volume only when it is at rest; the others are looked at again. */
const DELETABLE = new Set(['available', 'error', 'error_deleting']);

const servers = async (session: OpenStack) =>
  deletable('server', await session.listServers(), (id) => session.deleteServer(id));

async function portsIpsAndVolumes(session: OpenStack): Promise<Deletable[]> {
  const [floatingIps, ports, volumes] = await Promise.all([
    session.listFloatingIps(),
    session.listPorts(),
    session.listVolumes(),
  ]);
  const addresses = floatingIps.map(({ id, address }) => ({ id, name: address }));
  return [
    ...deletable('floating IP', addresses, (id) => session.deleteFloatingIp(id)),
    ...deletable(
      'port',
      ports.filter(({ deviceId }) => deviceId === ''),
      (id) => session.deletePort(id),
    ),
    ...volumes.map(({ id, status }) => ({
      what: `volume ${id} (${status})`,
      ...(DELETABLE.has(status) && { remove: () => session.deleteVolume(id) }),
    })),
  ];
}

/** They hold the router's foot where they lead. */
async function staticRoutes(session: OpenStack): Promise<Deletable[]> {
  const routed = (await session.listRouters()).filter(({ routes }) => routes.length > 0);
  return routed.map(({ id, name }) => ({
    what: `static routes of router ${name} (${id})`,
    remove: () => session.setStaticRoutes(id, []),
  }));
}

async function interfaces(session: OpenStack): Promise<Deletable[]> {
  return (await session.listRouterInterfaces()).map((item) => ({
    what: `interface of router ${item.routerId} in subnet ${item.subnetId}`,
    remove: () => session.removeRouterInterface(item),
  }));
}

const routers = async (session: OpenStack) =>
  deletable('router', await session.listRouters(), (id) => session.deleteRouter(id));

async function networksAndGroups(session: OpenStack): Promise<Deletable[]> {
  const [networks, groups, serverGroups] = await Promise.all([
    session.listNetworks(),
    session.listSecurityGroups(),
    session.listServerGroups(),
  ]);
  return [
    ...deletable('network', networks, (id) => session.deleteNetwork(id)),
    ...deletable(
      'security group',
      groups.filter(({ name }) => name !== 'default'),
      (id) => session.deleteSecurityGroup(id),
    ),
    ...deletable('server group', serverGroups, (id) => session.deleteServerGroup(id)),
  ];
}

const STAGES = [servers, portsIpsAndVolumes, staticRoutes, interfaces, routers, networksAndGroups];

/**
 * Everything in projects, stage by stage in the order in which it can go: nothing of a later stage is looked for while one before
 * it has something left in any of them, for a network may be shared between them.
 */
export async function* deletionPlanOf(sessions: readonly OpenStack[]): AsyncGenerator<Deletable[]> {
  for (const stage of STAGES) yield (await Promise.all(sessions.map(stage))).flat();
}
