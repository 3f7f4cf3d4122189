import { z } from 'zod';
import { until } from '#infra/local/until';
import type { personAt } from './customer.ts';

type Owner = Pick<ReturnType<typeof personAt>, 'call' | 'events'>;
const failure = z.object({
  ...{ code: z.string(), owner: z.string(), message: z.string(), step: z.string(), retryable: z.boolean() },
});
export const shownNode = z.object({
  ...{ uuid: z.string(), name: z.string(), role: z.string(), state: z.string(), runtime_state: z.string() },
  last_error: failure.nullable(),
});
export type ShownNode = z.infer<typeof shownNode>;
const PATIENCE = { timeoutMs: 240_000, intervalMs: 400 };

/** Requests one more node for a managed cluster, with default properties. */
export const askForNode = ({ call }: Owner, resourceUuid: string, role: string) =>
  call('POST', `managed-rancher-cluster-resources/${resourceUuid}/add_node/`, { role });

export async function addNode(owner: Owner, resourceUuid: string, role = 'agent'): Promise<ShownNode> {
  const { status, body } = await askForNode(owner, resourceUuid, role);
  if (status !== 202) throw new Error(`a node was answered with ${status}: ${JSON.stringify(body)}`);
  return shownNode.parse(body);
}

/** Waits until the node is ERRED, or is OK with a `node-ready` event in the timeline. */
export function nodeEnded({ call, events }: Owner, clusterUuid: string, uuid: string): Promise<ShownNode> {
  const tooLate = `Node ${uuid} is neither ready nor ERRED after ${PATIENCE.timeoutMs} ms.`;
  return until({ tooLate, ...PATIENCE }, async () => {
    const node = shownNode.parse((await call('GET', `rancher-nodes/${uuid}/`)).body);
    if (node.state === 'ERRED') return node;
    const lines = node.state === 'OK' ? await events(clusterUuid) : [];
    return lines.some(({ step, node_name }) => step === 'node-ready' && node_name === node.name) ? node : undefined;
  });
}

/**
 * Requests a node's deletion and expects acceptance. Returns `gone` after the deletion, or the node if the deletion has
 * failed.
 */
export async function deleteNode({ call }: Pick<Owner, 'call'>, uuid: string): Promise<ShownNode | 'gone'> {
  const { status, body } = await call('DELETE', `rancher-nodes/${uuid}/`);
  if (status !== 202) throw new Error(`the deletion of a node was answered with ${status}: ${JSON.stringify(body)}`);
  return nodeGone({ call }, uuid);
}

export function nodeGone({ call }: Pick<Owner, 'call'>, uuid: string): Promise<ShownNode | 'gone'> {
  const tooLate = `Node ${uuid} is neither gone nor ERRED after ${PATIENCE.timeoutMs} ms.`;
  return until({ tooLate, ...PATIENCE }, async () => {
    const answer = await call('GET', `rancher-nodes/${uuid}/`);
    if (answer.status === 404) return 'gone';
    const node = shownNode.parse(answer.body);
    return node.state === 'ERRED' ? node : undefined;
  });
}
