import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { OpenStack } from '#shared/ports/openstack';
import { openRemainingTenant } from '../open-remaining-tenant.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

/**
 * An object to delete. `what` is its kind, name and id. `remove` is missing if the object is already being deleted or
 * cannot be deleted yet.
 */
type Deletable = { what: string; remove?: () => Promise<void> };

const deletable = <T extends { id: string; name: string }>(
  kind: string,
  items: readonly T[],
  remove: (id: string) => Promise<void>,
): Deletable[] => items.map(({ id, name }) => ({ what: `${kind} ${name} (${id})`, remove: () => remove(id) }));

/** Cinder deletes volumes only in these states. A later run checks the remaining volumes again. */
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

/**
 * Static routes must be deleted before the interfaces, because Neutron does not remove an interface that a route uses.
 */
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
 * Lists everything in the projects, in the order of `STAGES`. Each stage covers all projects, because projects may
 * share a network. A stage is listed only when the caller requests it.
 */
async function* deletionPlanOf(sessions: readonly OpenStack[]): AsyncGenerator<Deletable[]> {
  for (const stage of STAGES) yield (await Promise.all(sessions.map(stage))).flat();
}

/** Maximum number of remaining objects that the result names. A cluster may leave thousands of volumes. */
const NAMED = 50;

const deleteAll = (deletables: readonly Deletable[]) =>
  Promise.all(deletables.map(({ what, remove }) => remove && nameWhatBlocks(what, remove())));

/**
 * Deletes the objects of the first stage that is not empty, and returns their names. The next run of this step deletes
 * later stages, because OpenStack refuses to delete an object that another object uses.
 */
async function emptyAll(sessions: readonly OpenStack[]): Promise<string[]> {
  for await (const stage of deletionPlanOf(sessions)) {
    if (stage.length === 0) continue;
    await deleteAll(stage);
    return stage.map(({ what }) => what);
  }
  return [];
}

/**
 * Opens the tenants that still exist. A planned tenant without a record was never used. The step `sweepProjects` checks
 * that the project of such a tenant is gone.
 */
async function sessionsOf(deps: InfrastructureDeps, cluster: Cluster): Promise<OpenStack[]> {
  const tenants = await deps.store.clusterTenants.listByCluster(cluster.uuid);
  const opened = await Promise.all(tenants.map(({ uuid }) => openRemainingTenant(deps, cluster, uuid)));
  return opened.filter((session) => session !== undefined);
}

/**
 * Deletes everything in the projects, because the projects were created only for this cluster. This includes objects
 * that the cluster itself created, such as volumes of its workloads.
 */
export const emptyTenants = onProvider(
  steps.infrastructure.emptyTenants,
  async (deps: InfrastructureDeps, target, cluster) => {
    const { store, clock } = deps;
    const currentStep = 'Deleting networks and tenants';
    if (cluster.currentStep !== currentStep) {
      await store.commit(store.clusters.replace(changed(cluster, clock.now(), { currentStep })));
    }
    const left = await emptyAll(await sessionsOf(deps, cluster));
    const gone = left.length === 0;
    if (gone) await note(deps, target, { step: 'tenants-empty', message: 'Tenants are empty' });
    return { gone, left: left.slice(0, NAMED).join(', ') };
  },
);
