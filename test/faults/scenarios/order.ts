import { clusterApiOrder } from '#infra/local/cluster-api-market';
import { managedOrder } from '#infra/local/managed-market';
import { pooledOrder } from '#test/e2e/_worlds/pooled-orders';
import type { Testbed } from '../testbed.ts';

/** The number of servers and of agents in a self-managed order. With two agents, some faults affect only one of them. */
const SERVERS = 1;
const AGENTS = 2;

export type Placed = Awaited<ReturnType<Testbed['owner']['place']>>;

/**
 * The body of an order. Its optional parts create more kinds of objects, which a faulty deletion could leave behind.
 */
export function orderBody({ owner, market, pooled, clusterApi, endpoints, clusterName }: Testbed) {
  if (clusterApi) return clusterApiOrder(clusterApi, endpoints, clusterName);
  if (pooled) return pooledOrder(pooled, endpoints, clusterName);
  if (market) {
    const order = managedOrder(market, endpoints.sample.project, clusterName, 1);
    const longhorn = { install_longhorn: true, worker_nodes_longhorn_volume_size: 10_240 };
    return { ...order, attributes: { ...order.attributes, ...longhorn } };
  }
  const order = owner.clusterOrder(clusterName, SERVERS, AGENTS);
  const data_volumes = [{ size: 10_240, mount_point: '/data' }];
  const nodes = order.attributes.nodes.map((node) => ({ ...node, data_volumes }));
  return { ...order, attributes: { ...order.attributes, nodes, install_longhorn: true } };
}

export async function faultFreeOrder(testbed: Testbed) {
  const { owner } = testbed;
  const order = await owner.place(orderBody(testbed));
  const ended = await owner.ended(order.uuid);
  if (ended.state !== 'done')
    throw new Error(`without any fault the order ended ${ended.state}: ${ended.error_message}`);
  const terminate = async () => {
    const { state, error_message } = await owner.terminate(order.marketplace_resource_uuid);
    if (state !== 'done') throw new Error(`without any fault the deletion ended ${state}: ${error_message}`);
  };
  return { uuid: order.resource_uuid ?? '', terminate };
}
