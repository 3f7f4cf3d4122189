import { expect } from 'vitest';
import { eventually } from '#test/simulators/rancher/_core/rancher-client';
import { pool, startOpenstack, startPools } from '#test/simulators/rancher/pools/pools-under-test';
import { type Answer, type ClusterApi, capiObject, type Kind, type PoolWish } from './cluster-api-under-test.ts';

const CLUSTER = 'blue';
const NEVER = 1e9;
const at = (kind: Kind, name: string): string => `/v1/cluster.x-k8s.io.${kind}s/fleet-default/${name}`;
const answerOf = ({ status, body }: { status: number; body: unknown }): Answer => ({
  ...{ status, message: String(Object(body).message ?? '') },
});

/** The machine pool in Rancher's cluster object that corresponds to the wish. */
function poolOf(name: string, wish: PoolWish): object {
  const { replicas: quantity, template = 'first', drainTimeoutSeconds, health, ...more } = wish;
  return pool(name, 'w', {
    ...{ quantity, machineConfigRef: { kind: 'OpenstackConfig', name: `nc-${template}` }, ...more },
    ...(drainTimeoutSeconds !== undefined && { drainBeforeDeleteTimeout: `${drainTimeoutSeconds}s` }),
    ...(health && {
      unhealthyNodeTimeout: `${health.unhealthySeconds}s`,
      ...(health.nodeStartupSeconds !== undefined && { nodeStartupTimeout: `${health.nodeStartupSeconds}s` }),
      ...{ maxUnhealthy: health.maxUnhealthy, unhealthyRange: health.unhealthyRange },
    }),
  });
}

/**
 * The simulator as Cluster API: it creates the objects that Rancher derives from pools, and runs Cluster API's
 * controllers.
 */
export async function simulatedPools(): Promise<ClusterApi> {
  const cloud = await startOpenstack();
  const rancher = await startPools(cloud);
  await rancher.credential();
  await rancher.makeConfig('nc-server');
  await rancher.makeConfig('nc-first');
  await rancher.makeConfig('nc-second', { flavorId: '3' });
  await rancher.order([pool('server', 'ecw')]);
  await rancher.running(1);
  const { status } = await rancher.cluster();
  const nodeOf = (name: string): string => `/k8s/clusters/${status.clusterName}/api/v1/nodes/${name}`;
  const must = async (method: string, path: string, body?: object): Promise<void> =>
    expect((await rancher.send(method, path, body)).status).toBeLessThan(300);
  return {
    cluster: CLUSTER,
    async list(kind) {
      const all = (await rancher.list(`cluster.x-k8s.io.${kind}`)).map((one) => capiObject.parse(one));
      return all.filter(({ metadata }) => !metadata.name.startsWith(`${CLUSTER}-server`));
    },
    patch: async (kind, name, body) => answerOf(await rancher.tryPatch(at(kind, name), body)),
    remove: async (kind, name) => answerOf(await rancher.send('DELETE', at(kind, name))),
    write: async (name, wish) =>
      void (await rancher.change((pools) => [
        ...pools.filter((one) => one.name !== name),
        ...(wish ? [poolOf(name, wish)] : []),
      ])),
    deleteNode: (machine) => must('DELETE', nodeOf(machine)),
    async loseNode(machine) {
      const at = new Date().toISOString();
      const condition = { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown', lastTransitionTime: at };
      await rancher.patch(`${nodeOf(machine)}/status`, { status: { conditions: [condition] } });
    },
    keepFromJoining: (kept) => rancher.setDelays({ machineBoot: kept ? NEVER : 200 }).then(() => undefined),
    async stop() {
      await rancher.setDelays({ machineBoot: 200 });
      await rancher.remove();
      await eventually(async () => expect((await cloud.shown()).servers).toEqual([]));
      await rancher.close();
      await cloud.close();
    },
  };
}
