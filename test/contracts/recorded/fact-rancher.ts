import { z } from 'zod';
import { manualClock } from '../../simulators/_kit/manual-clock.ts';
import { connect, startRancher } from '../../simulators/rancher/_core/rancher-client.ts';

const PROVISIONING = '/v1/provisioning.cattle.io.clusters';
const provisioned = z.object({ status: z.object({ clusterName: z.string() }) });

/** A simulated Rancher with real delays on a manual clock, with helpers for the cases. */
export async function factRancher() {
  const clock = manualClock();
  const rancher = await startRancher({ pace: 1 }, clock);
  const order = (name = 'blue') =>
    rancher.send('POST', PROVISIONING, { metadata: { name, namespace: 'fleet-default' }, spec: { rkeConfig: {} } });
  const idOf = async (name = 'blue'): Promise<string> =>
    provisioned.parse((await rancher.send('GET', `${PROVISIONING}/fleet-default/${name}`)).body).status.clusterName;
  const theToken = async () => (await rancher.send('GET', '/v3/clusterregistrationtokens')).rows()[0];
  const join = async (token: string, name: string) =>
    connect(rancher, token, { name, roles: ['etcd', 'controlplane', 'worker'] });
  async function aCluster(name = 'blue'): Promise<string> {
    await order(name);
    clock.advance(10_000);
    return idOf(name);
  }
  return {
    ...{ clock, rancher, order, idOf, theToken, join, aCluster },
    statusOf: async (path: string): Promise<number> => (await rancher.send('GET', path)).status,
    /** Creates a cluster and a machine with every role, and waits until the cluster is active. */
    async aRunningCluster(): Promise<string> {
      const id = await aCluster();
      await join((await theToken())?.token ?? '', 'm');
      clock.advance(5 * 60_000);
      return id;
    },
  };
}
export type FactRancher = Awaited<ReturnType<typeof factRancher>>;
