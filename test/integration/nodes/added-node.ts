import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { ensureRegistration } from '#shared/app/clusters/steps/ensure-registration';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { watchNodes } from '#shared/app/nodes/steps/watch-nodes';
import { newOperation } from '#shared/app/planning/order-deps';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import { registration } from '#shared/domain/clusters/registration';
import { type Node, newNode, summaryOf } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { Conflict } from '#shared/errors';
import { aUuid } from '#test/builders/builders';
import {
  type Begun,
  clusterOf,
  DEADLINE_MS,
  EVENTUALLY,
  joinMachines,
  nodesOf,
  orderWithServers,
  type StepWorld,
  type Target,
} from '../_worlds/step-world.ts';
import { observeNodesOnce } from '../reconciliation/observations.ts';

export type Added = { node: Node; target: Target; ofNode: Target & { nodeUuid: string } };

/** Joins all machines of the order and finishes the order. */
export async function finish(
  world: StepWorld,
  begun: Begun,
  join: (world: StepWorld, begun: Begun) => Promise<unknown> = joinMachines,
): Promise<Begun> {
  await join(world, begun);
  const states = async () => {
    await observeNodesOnce(world, begun);
    return new Set((await nodesOf(world, begun)).map(({ state }) => state));
  };
  await expect.poll(states, EVENTUALLY).toEqual(new Set(['OK']));
  const { backendId } = await clusterOf(world, begun);
  const rancher = await world.rancher.open(world.settings);
  await expect.poll(async () => (await rancher.findCluster(backendId))?.state, EVENTUALLY).toBe('active');
  await pullCluster.call(world.deps, begun.target);
  await retireRegistrationToken.call(world.deps, begun.target);
  await finishCreation.call(world.deps, begun.target);
  world.answers.length = 0;
  return begun;
}
export const finishedOrder = async (world: StepWorld): Promise<Begun> => finish(world, await orderWithServers(world));

export function addedTo(begun: Pick<Begun, 'target'>, node: Node, operationUuid: string): Added {
  const target = { operationUuid, clusterUuid: begun.target.clusterUuid };
  return { node, target, ofNode: { ...target, nodeUuid: node.uuid } };
}

/** Writes the records of a request that adds a node. Returns the node and its operation. */
export async function acceptedNode(world: StepWorld, begun: Begun, role: NodeRole = 'agent'): Promise<Added> {
  const { store, clock } = world;
  const [cluster, nodes] = [await clusterOf(world, begun), await nodesOf(world, begun)];
  const like = nodes.find(({ spec }) => spec.role === role) ?? expect.fail(`the cluster has no ${role}`);
  const name = `${cluster.name}-rancher-node-${role}-${nodes.length + 7}`;
  const node: Node = {
    ...newNode(cluster, { ...like.spec, name }, aUuid(), clock.now()),
    hasOwnCredential: true,
  };
  const operation = newOperation(world, cluster.uuid, 'correlation-9', { machine: 'add-node', nodeUuid: node.uuid });
  const { uuid, created: since } = operation;
  const entry = { uuid, nodeUuid: node.uuid, machine: 'add-node' as const, since };
  await store.commit(
    store.nodes.insert(node),
    store.claims.insert(nodeNameClaim(node.settingsUuid, name), node.uuid, () => new Conflict('taken')),
    store.clusters.replace(
      changed(cluster, clock.now(), {
        nodes: [...cluster.nodes, summaryOf(node)],
        nodeOperations: [...cluster.nodeOperations, entry],
      }),
    ),
    store.outbox.insert(operation),
  );
  return addedTo(begun, node, operation.uuid);
}

export const nodeNow = ({ store }: StepWorld, { ofNode }: Added): Promise<Node> =>
  store.nodes.get(ofNode.clusterUuid, ofNode.nodeUuid);

/** The credentials with which the node's machine joins. */
export async function ownRegistration({ secrets, stage }: StepWorld, { node }: Added) {
  const text = await secrets.find(secretName(stage, 'registration', node.uuid));
  return text === undefined ? undefined : registration.parse(JSON.parse(text));
}

/** Waits until Rancher has a registration token for the node. Then runs the step that creates the node's server. */
export async function withServer(world: StepWorld, added: Added): Promise<Added> {
  const ensure = () => ensureRegistration.call(world.deps, added.target);
  await expect.poll(ensure, EVENTUALLY).toEqual({ ready: true });
  await ensureServer.call(world.deps, added.ofNode);
  return added;
}

/**
 * Registers the node's machine with the request that the installer of Rancher's system agent sends. Returns the HTTP
 * status.
 */
export async function join(world: StepWorld, { node: { spec } }: Added, token: string | undefined): Promise<number> {
  const isServer = String(spec.role === 'server');
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'x-cattle-id': randomUUID(), 'x-cattle-node-name': spec.name },
    ...{ 'x-cattle-address': '10.20.0.99', 'x-cattle-role-etcd': 'false' },
    ...{ 'x-cattle-role-control-plane': isServer, 'x-cattle-role-worker': String(spec.role !== 'server') },
  };
  return (await fetch(`${world.rancherSimulator.url}/v3/connect/agent`, { headers })).status;
}

/** Observes the node once, as the state machine that waits for the node does. */
export async function observationOf(world: StepWorld, { target, node }: Added, waitedMs = 0): Promise<void> {
  const wait = { taskToken: `token-${node.uuid}`, waitedMs, deadlineMs: DEADLINE_MS };
  await watchNodes.call(world.deps, { ...target, ...wait, nodeUuids: [node.uuid] });
}
