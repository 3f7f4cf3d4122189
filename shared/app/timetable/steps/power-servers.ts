import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import type { OpenStackDeps } from '#shared/app/nodes/steps/openstack-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { serverOf } from '#shared/domain/nodes/observe-nodes';
import { clusterTag } from '#shared/domain/planning/naming';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { type PowerVerdict, startVerdict, stopVerdict } from '#shared/domain/timetable/server-power';
import { BackendConflict } from '#shared/errors';
import type { OpenStack, Server } from '#shared/ports/openstack';

type Input = Target & { role: NodeRole };
type Power = {
  verdictOn(server: Server): PowerVerdict;
  ask(session: OpenStack, server: Server): Promise<void>;
  /** The word for the final state in texts that users see: `stopped` or `started`. */
  done: string;
};
type Found = { session: OpenStack; server: Server };

/**
 * Lists the servers of the role. Makes one request for each tenant. Nodes without a server are left out, because the
 * job that watches clusters reports them when the cluster is awake.
 */
async function serversOf(deps: OpenStackDeps, cluster: Cluster, role: NodeRole): Promise<Found[]> {
  const nodes = (await deps.store.nodes.listByCluster(cluster.uuid)).filter(({ spec }) => spec.role === role);
  const tenants = [...new Set(nodes.map(({ spec }) => spec.tenantUuid))];
  const found = await Promise.all(
    tenants.map(async (tenantUuid) => {
      const session = await deps.openstack.open(await deps.store.tenants.get(tenantUuid));
      const servers = await session.listServers({ tag: clusterTag(cluster.uuid) });
      return nodes.flatMap((node): Found[] => {
        const seen = node.spec.tenantUuid === tenantUuid && serverOf(node, { servers });
        const server = seen && servers.find(({ id }) => id === seen.id);
        return server ? [{ session, server }] : [];
      });
    }),
  );
  return found.flat();
}

/** A conflict means that another request is changing the server. The next run of the step sees the result. */
async function askOnce({ session, server }: Found, power: Power): Promise<void> {
  try {
    await power.ask(session, server);
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
  }
}

const KINDS = { agent: 'agents', server: 'servers' } as const;

/**
 * Stops or starts the servers that are not in the wanted state. Returns true when there is no server to wait for. Safe
 * to repeat, because Nova refuses to stop or start a server twice.
 */
async function bring(deps: OpenStackDeps, input: Input, cluster: Cluster, power: Power): Promise<boolean> {
  const found = await serversOf(deps, cluster, input.role);
  const by = (verdict: PowerVerdict) => found.filter(({ server }) => power.verdictOn(server) === verdict);
  const [done, due] = [by('done').length + by('stuck').length, by('ask')];
  for (const one of due) await askOnce(one, power);
  const kind = KINDS[input.role];
  await changeCluster(deps, input, cluster, () => ({
    currentStep: `${done} of ${found.length} ${kind} are ${power.done}`,
  }));
  const isOver = done === found.length;
  if (isOver) {
    const message = `All ${kind} are ${power.done}`;
    await note(deps, input, { step: `${kind}-${power.done}`, message });
  }
  return isOver;
}

const STOP: Power = { verdictOn: stopVerdict, ask: (session, { id }) => session.stopServer(id), done: 'stopped' };
const START: Power = { verdictOn: startVerdict, ask: (session, { id }) => session.startServer(id), done: 'started' };

export const stopServers = onProvider(steps.openstack.stopServers, async (deps: OpenStackDeps, input, cluster) => ({
  stopped: await bring(deps, input, cluster, STOP),
}));

export const startServers = onProvider(steps.openstack.startServers, async (deps: OpenStackDeps, input, cluster) => ({
  started: await bring(deps, input, cluster, START),
}));
