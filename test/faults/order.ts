import type { Testbed } from './testbed.ts';

export const CLUSTER_NAME = 'faulty';

/** Small, and yet with each kind of machine, and a second one of a kind. */
const SERVERS = 1;
const AGENTS = 2;

export type Placed = Awaited<ReturnType<Testbed['owner']['place']>>;

export const placeOrder = ({ owner }: Testbed): Promise<Placed> =>
  owner.place(owner.clusterOrder(CLUSTER_NAME, SERVERS, AGENTS));

/** @param placed called as soon as the order is accepted */
export async function faultFreeOrder(testbed: Testbed, placed: () => Promise<void>) {
  const { owner } = testbed;
  const order = await placeOrder(testbed);
  await placed();
  const ended = await owner.ended(order.uuid);
  if (ended.state !== 'done')
    throw new Error(`without any fault the order ended ${ended.state}: ${ended.error_message}`);
  const terminate = async () => {
    const { state, error_message } = await owner.terminate(order.marketplace_resource_uuid);
    if (state !== 'done') throw new Error(`without any fault the deletion ended ${state}: ${error_message}`);
  };
  return { terminate };
}
