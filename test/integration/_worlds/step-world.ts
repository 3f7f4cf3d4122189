import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, vi } from 'vitest';
import { z } from 'zod';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import type { ArgocdStepDeps } from '#shared/app/cluster-access/steps/argocd-clusters';
import type { ClusterApiDeps } from '#shared/app/cluster-api/steps/cluster-api-deps';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import type { VaultDeps } from '#shared/app/clusters/steps/vault-deps';
import type { Ordered } from '#shared/app/marketplace/orders/create-order';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import type { WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import type { OpenStackDeps } from '#shared/app/nodes/steps/openstack-deps';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { registration } from '#shared/domain/clusters/registration';
import type { Node } from '#shared/domain/nodes/node';
import { vaultNames } from '#shared/domain/planning/naming';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Logger } from '#shared/ports/runtime';
import type { Simulator } from '#test/contracts/start-simulator';
import { createOrder } from '#test/create-order';
import { type Recorded, recordingTelemetry } from '#test/recording-telemetry';
import { newOrderIn, startWorld, type World } from './world.ts';

/** The deadline of every wait. */
export const DEADLINE_MS = 60_000;
/** Limits for waits on background work of simulators, which takes tens of milliseconds in tests. */
export const EVENTUALLY = { timeout: 10_000, interval: 20 };

type Answer = { taskToken: string; output?: Record<string, unknown>; error?: string; cause?: string };
export type StepWorld = World & {
  deps: ArgocdStepDeps & ClusterApiDeps & OpenStackDeps & RancherDeps & RecordsDeps & VaultDeps & WatchDeps;
  /** The watches' reports to Step Functions. Step Functions is the only replaced part of this world. */
  answers: Answer[];
  logged: string[];
  recorded: Recorded[];
};

function recordingLogger(lines: string[]): Logger {
  const log = (message: string, fields = {}) => void lines.push(JSON.stringify({ message, ...fields }));
  return { info: log, warn: log, error: log };
}

/** Starts a world with the dependencies of every step, wired as in the Lambda functions. */
export async function startStepWorld(): Promise<StepWorld> {
  const world = await startWorld();
  const answers: Answer[] = [];
  const logged: string[] = [];
  const { recorded, ...telemetry } = recordingTelemetry();
  const wakeups = {
    succeed: async (taskToken: string, output: Record<string, unknown>) => answers.push({ taskToken, output }) > 0,
    fail: async (taskToken: string, error: string, cause: string) => answers.push({ taskToken, error, cause }) > 0,
  };
  const { store, clock, ids, stage, site, secrets, openstack, rancher, clusterApi, vault, argocd, events } = world;
  const deps = {
    ...{ store, clock, ids, stage, site, secrets, openstack, rancher, clusterApi, vault, argocd, events, wakeups },
    log: recordingLogger(logged),
    ...telemetry,
    publicUrl: 'https://paddock.example.org',
    serverAttempts: 2,
    slots: { perProvider: 20, keptMs: 65_000 },
  };
  return { ...world, deps, answers, logged, recorded };
}

/** The world of a test file. It stops after the last test. */
export async function stepWorldPerFile(): Promise<StepWorld> {
  const world = await startStepWorld();
  afterAll(() => world.stop());
  return world;
}

export type Target = { operationUuid: string; clusterUuid: string };
export type Begun = Ordered & { target: Target };

/** An owner's order with a started operation. */
export async function begunOrder(world: StepWorld, attributes?: OrderAttributes): Promise<Begun> {
  const placed = await createOrder(world, world.owner, newOrderIn(world, attributes));
  const target = { operationUuid: placed.cluster.operationUuid ?? '', clusterUuid: placed.cluster.uuid };
  await beginOrder.run(world.deps, target);
  return { ...placed, target };
}

/** Begins an order, plans its nodes and creates its cluster in Rancher. Servers can be created next. */
export async function preparedOrder(world: StepWorld, attributes?: OrderAttributes): Promise<Begun> {
  const begun = await begunOrder(world, attributes);
  await planNodes.run(world.deps, begun.target);
  const ensure = () => ensureCluster.run(world.deps, begun.target);
  await vi.waitFor(async () => expect(await ensure()).toEqual({ ready: true }), EVENTUALLY);
  return begun;
}

export async function orderWithServers(world: StepWorld, attributes?: OrderAttributes): Promise<Begun> {
  const begun = await preparedOrder(world, attributes);
  await requestServers(world, begun);
  return begun;
}

export async function requestServers(world: StepWorld, begun: Begun): Promise<void> {
  for (const node of await nodesOf(world, begun)) {
    await ensureServer.run(world.deps, { ...begun.target, nodeUuid: node.uuid });
  }
}

export const nodesOf = ({ store }: World, { target }: Pick<Begun, 'target'>): Promise<Node[]> =>
  store.nodes.listByCluster(target.clusterUuid);
export const clusterOf = ({ store }: World, { target }: Pick<Begun, 'target'>): Promise<Cluster> =>
  store.clusters.get(target.clusterUuid);

export async function registrationOf({ secrets, stage }: World, { target }: Pick<Begun, 'target'>) {
  const text = await secrets.find(secretName(stage, 'registration', target.clusterUuid));
  return text === undefined ? undefined : registration.parse(JSON.parse(text));
}

/**
 * For each machine of the order, sends the request that the installer of Rancher's system agent sends. Returns the
 * answers by node name.
 */
export async function joinMachines(
  world: StepWorld,
  begun: Begun,
  nodes?: readonly Node[],
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const vault = await world.vault.open(world.settings);
  const inVault = await vault?.findSecret(vaultNames(begun.target.clusterUuid).secretPath);
  const token = (await registrationOf(world, begun))?.token ?? inVault?.token;
  for (const { spec } of nodes ?? (await nodesOf(world, begun))) {
    const isServer = String(spec.role === 'server');
    const answer = await fetch(`${world.rancherSimulator.url}/v3/connect/agent`, {
      headers: {
        ...{ authorization: `Bearer ${token}`, 'x-cattle-id': randomUUID(), 'x-cattle-node-name': spec.name },
        ...{ 'x-cattle-address': '10.20.0.9', 'x-cattle-role-etcd': isServer },
        ...{ 'x-cattle-role-control-plane': isServer, 'x-cattle-role-worker': String(!(spec.role === 'server')) },
      },
    });
    if (!answer.ok) throw new Error(`${spec.name} was answered ${answer.status}`);
    answers.set(spec.name, await answer.text());
  }
  return answers;
}

/** Waits until Rancher has annotated each node with its machine. This is Rancher's last step for a new machine. */
export async function machinesFound(world: StepWorld, begun: Begun): Promise<void> {
  const rancher = await world.rancher.open(world.settings);
  const areDone = async () => {
    const nodes = await rancher.listNodes(await clusterOf(world, begun));
    return nodes.map(({ facts, machine }) => facts.annotations['cluster.x-k8s.io/machine'] === machine?.name);
  };
  await expect.poll(areDone, EVENTUALLY).toEqual((await nodesOf(world, begun)).map(() => true));
}

const simulatorState = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export async function stateOf({ url }: Simulator) {
  return simulatorState.parse(await (await fetch(`${url}/_sim/state`)).json());
}

/** All objects of a simulator by kind, after its background work has ended. Use this to compare two states. */
export async function stableStateOf(simulator: Simulator) {
  await simulator.settled();
  return stateOf(simulator);
}

export async function inCloud({ cloud }: World, kind: 'servers' | 'ports' | 'volumes', text: string) {
  return ((await stateOf(cloud))[kind] ?? []).filter((item) => JSON.stringify(item).includes(text));
}

/** Every row of the tables that mentions the text anywhere, keys included. */
export async function rowsWith(world: World, text: string): Promise<Record<string, unknown>[]> {
  const { client, tableName, auditTableName } = world;
  const scans = [tableName, auditTableName].map((TableName) =>
    client.send(new ScanCommand({ TableName, ConsistentRead: true })),
  );
  const rows = (await Promise.all(scans)).flatMap(({ Items = [] }) => Items);
  return rows.filter((item) => JSON.stringify(item).includes(text));
}
