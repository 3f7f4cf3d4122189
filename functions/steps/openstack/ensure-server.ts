import { hashToken } from '#shared/app/hash-token';
import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/cluster';
import { clusterTag, nodeTag, portName } from '#shared/domain/naming';
import type { Node } from '#shared/domain/node';
import { changed } from '#shared/domain/record';
import { registration } from '#shared/domain/registration';
import { secretName } from '#shared/domain/secret-name';
import { renderCloudInit } from '#shared/drivers/rancher-custom/cloud-init';
import { BackendConflict, BackendUnavailable, Misconfigured } from '#shared/errors';
import type { OpenStack, Port } from '#shared/ports/openstack';
import { currentCluster } from '../_step/fence.ts';
import { implement } from '../_step/implement.ts';
import { takingBackWhenLate } from '../_step/take-back.ts';
import { note } from '../_step/timeline.ts';
import type { OpenStackDeps } from './openstack-deps.ts';

async function registrationOf({ secrets, stage }: OpenStackDeps, cluster: Cluster) {
  const stored = await secrets.find(secretName(stage, 'registration', cluster.uuid));
  if (stored === undefined) throw new Misconfigured(`the registration token of cluster ${cluster.name} is missing`);
  return registration.parse(JSON.parse(stored));
}

/** Renders the machine's user data with a fresh one-time token, of which only the hash is kept. */
async function userDataFor(deps: OpenStackDeps, cluster: Cluster, node: Node): Promise<string> {
  const { store, clock, ids, publicUrl } = deps;
  const [settings, { token, caChecksum }] = await Promise.all([
    rancherSettingsOf(deps, cluster.settingsUuid),
    registrationOf(deps, cluster),
  ]);
  if (token === undefined) throw new Misconfigured(`the registration token of cluster ${cluster.name} is missing`);
  const phoneHomeToken = ids.token();
  await store.phoneHomes.put({
    nodeUuid: node.uuid,
    clusterUuid: cluster.uuid,
    tokenHash: hashToken(phoneHomeToken),
    created: clock.now().toISOString(),
  });
  return renderCloudInit({
    spec: node.spec,
    diskDriver: settings.options.nodeDiskDriver,
    rancherUrl: settings.options.backendUrl,
    registrationToken: token,
    caChecksum,
    phoneHomeUrl: `${publicUrl}/webhooks/nodes/${node.uuid}`,
    phoneHomeToken,
  });
}

/** Found by its name, which is ours alone; `isNew` says that no server can exist yet, since a server needs its port. */
async function ensurePort(
  session: OpenStack,
  cluster: Cluster,
  { spec }: Node,
): Promise<{ port: Port; isNew: boolean }> {
  const name = portName(spec.name, cluster.uuid);
  const [existing] = await session.listPorts({ name });
  if (existing) return { port: existing, isNew: false };
  const { networkId, subnetId, securityGroupIds } = spec;
  return { port: await session.createPort({ name, networkId, subnetId, securityGroupIds }), isNew: true };
}

/** A server an earlier attempt made. One that Nova gave up on is removed first: adopting it would be waiting for nothing. */
async function adoptServer(session: OpenStack, node: Node): Promise<string | undefined> {
  const [server] = await session.listServers({ tag: nodeTag(node.uuid) });
  if (server?.status !== 'ERROR') return server?.id;
  await session.deleteServer(server.id);
  throw new BackendUnavailable(`the failed server of ${node.spec.name} is being removed before a new one is made`);
}

/**
 * The port is the lock: Nova gives it to one server only. A refusal means that an attempt before this one is still at work,
 * or that a server that is being removed still holds it; the next attempt will know.
 */
async function createServer(deps: OpenStackDeps, session: OpenStack, of: { cluster: Cluster; node: Node; port: Port }) {
  const { cluster, node, port } = of;
  const tags = [clusterTag(cluster.uuid), nodeTag(node.uuid)];
  const userData = await userDataFor(deps, cluster, node);
  try {
    return (await session.createServer({ spec: node.spec, portId: port.id, tags, userData })).id;
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
    throw new BackendUnavailable(`the port of ${node.spec.name} is in use: ${error.message}`, {}, error);
  }
}

/** Makes what is missing of port and server, and writes down what there is. */
async function make(deps: OpenStackDeps, session: OpenStack, of: { cluster: Cluster; node: Node }): Promise<string> {
  const { store, clock, log } = deps;
  const { cluster, node } = of;
  const { port, isNew } = await ensurePort(session, cluster, node);
  const adopted = isNew ? undefined : await adoptServer(session, node);
  if (adopted !== undefined) log.info('server adopted', { nodeName: node.spec.name, serverId: adopted });
  const serverId = adopted ?? (await createServer(deps, session, { cluster, node, port }));
  const made = {
    state: adopted !== undefined && node.state === 'OK' ? 'OK' : 'CREATING',
    portId: port.id,
    instanceId: serverId,
    addresses: port.fixedIps,
    lastError: undefined,
  } as const;
  await store.commit(store.nodes.replace(changed(node, clock.now(), made)));
  return serverId;
}

async function removeServer(session: OpenStack, cluster: Cluster, { uuid, spec }: Node): Promise<void> {
  for (const server of await session.listServers({ tag: nodeTag(uuid) })) await session.deleteServer(server.id);
  const ports = await session.listPorts({ name: portName(spec.name, cluster.uuid) });
  for (const port of ports) await session.deletePort(port.id);
}

/** Adopts the server a previous attempt left behind: Step Functions retries whole tasks, so creating twice must be impossible. */
export const ensureServer = implement(steps.openstack.ensureServer, async (deps: OpenStackDeps, input) => {
  const { store, openstack } = deps;
  const cluster = await currentCluster(store, input);
  const node = await store.nodes.get(cluster.uuid, input.nodeUuid);
  const session = await openstack.open(await store.tenants.get(node.spec.tenantUuid));
  const serverId = await takingBackWhenLate(
    store,
    input,
    () => make(deps, session, { cluster, node }),
    () => removeServer(session, cluster, node),
  );
  await note(deps, input, { step: 'server', message: 'Server requested', nodeName: node.spec.name });
  return { serverId };
});
