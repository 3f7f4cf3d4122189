import { conditionMessage, nodeMessage } from '../clusters/planner-message.ts';
import { ownedBySet } from '../pools/capi/pool-machine.ts';
import { CAPI_CLUSTER, INFRA_MACHINE, MACHINE_SET } from '../pools/pool-kinds.ts';
import { addressesOf, nodeInfoOf, providerIdOf } from './kubernetes-node.ts';
import { deletionMessage, type MachineCondition, machineConditions } from './machine-conditions.ts';
import { ETCD_HOOK, isHeldByEtcd } from './machine-hooks.ts';
import { hasReached, infrastructureKind, isRunning, type RancherMachine } from './machine-objects.ts';

export const MACHINE_TYPE = 'cluster.x-k8s.io.machine';
export const CUSTOM_TYPE = 'rke.cattle.io.custommachine';
const idOf = ({ namespace, name }: RancherMachine): string => `${namespace}/${name}`;

interface Place {
  baseUrl: string;
  /** The uid of the Cluster API cluster that owns a self-registered machine. */
  clusterUid: string;
  /** Whether a server of the cluster is up, so that machines can join. */
  canJoin: boolean;
  /** Whether the planner has paused the cluster. */
  isOfPaused: boolean;
}

export function machineState(machine: RancherMachine, canJoin: boolean) {
  const leaving = deletionMessage(machine);
  if (leaving !== undefined) return stateOf('deleting', leaving);
  if (!hasReached(machine, 'pending')) return { ...stateOf('active', 'Resource is current'), transitioning: false };
  const message = conditionMessage(machine, canJoin);
  if (isRunning(machine) && message === '') return { ...stateOf('running', ''), transitioning: false };
  return stateOf('reconciling', message === '' ? nodeMessage(machine, canJoin) : message);
}

const stateOf = (name: string, message: string) => ({ error: false, message, name, transitioning: true });

function linksOf(baseUrl: string, type: string, api: string, machine: RancherMachine) {
  const self = `${baseUrl}/v1/${type}s/${idOf(machine)}`;
  const plural = `${type.split('.').at(-1)}s`;
  const view = `${baseUrl}/apis/${api}/namespaces/${machine.namespace}/${plural}/${machine.name}`;
  return { patch: self, remove: self, self, update: self, view };
}

export function machineView(machine: RancherMachine, { baseUrl, clusterUid, ...seen }: Place) {
  const api = 'cluster.x-k8s.io/v1beta2';
  return {
    ...{ id: idOf(machine), type: MACHINE_TYPE, links: linksOf(baseUrl, MACHINE_TYPE, api, machine) },
    ...{ apiVersion: api, kind: 'Machine' },
    metadata: {
      annotations: {
        ...machine.annotations,
        ...(isHeldByEtcd(machine) && { [ETCD_HOOK]: 'rke-bootstrap-controller' }),
      },
      ...commonMetadata(machine, machine.labels),
      finalizers: ['machine.cluster.x-k8s.io'],
      generation: generationOf(machine),
      ownerReferences: [
        machine.pool
          ? ownedBySet(machine.pool)
          : { apiVersion: api, kind: 'Cluster', name: machine.clusterName, uid: clusterUid },
      ],
      relationships: relationships(machine),
      state: machineState(machine, seen.canJoin),
      uid: machine.uid,
    },
    spec: {
      bootstrap: {
        configRef: { apiGroup: 'rke.cattle.io', kind: 'RKEBootstrap', name: machine.name },
        ...(hasReached(machine, 'bootstrapped') && { dataSecretName: `${machine.name}-machine-bootstrap` }),
      },
      clusterName: machine.clusterName,
      ...deletionOf(machine),
      infrastructureRef: {
        apiGroup: machine.pool ? 'rke-machine.cattle.io' : 'rke.cattle.io',
        ...{ kind: infrastructureKind(machine), name: machine.name },
      },
      ...providerId(machine),
    },
    status: statusOf(machine, seen),
  };
}

const generationOf = (machine: RancherMachine): number =>
  1 + Number(hasReached(machine, 'bootstrapped')) + Number(hasReached(machine, 'provisioned'));

/** Cluster API itself fills in `nodeDeletionTimeoutSeconds`, the time for which it tries to delete a machine's Node. */
const deletionOf = ({ pool }: RancherMachine) =>
  pool && {
    deletion: {
      ...(pool.drainSeconds !== undefined && { nodeDrainTimeoutSeconds: pool.drainSeconds }),
      nodeDeletionTimeoutSeconds: 10,
    },
  };

const providerId = (machine: RancherMachine) =>
  hasReached(machine, 'provisioned') && { providerID: providerIdOf(machine) };

function commonMetadata(machine: RancherMachine, labels: RancherMachine['labels']) {
  const { name, namespace, createdAt, deletedAt, resourceVersion, clusterName } = machine;
  return {
    ...{ creationTimestamp: createdAt, ...(deletedAt !== undefined && { deletionTimestamp: deletedAt }) },
    ...{ fields: [name, clusterName], labels, managedFields: [], name, namespace },
    resourceVersion: String(resourceVersion),
  };
}

function relationships(machine: RancherMachine) {
  const owned = { toId: idOf(machine), rel: 'owner', state: 'active' };
  const from = machine.pool
    ? { fromId: `${machine.namespace}/${machine.pool.set.name}`, fromType: MACHINE_SET.type, state: 'active' }
    : { fromId: `${machine.namespace}/${machine.clusterName}`, fromType: CAPI_CLUSTER.type, state: 'provisioned' };
  return [
    { ...from, rel: 'owner' },
    { ...owned, toType: 'rke.cattle.io.rkebootstrap', message: 'Resource is current' },
    { ...owned, toType: machine.pool ? INFRA_MACHINE.type : CUSTOM_TYPE, message: 'Resource is Ready' },
  ];
}

function phaseOf(machine: RancherMachine): string {
  if (machine.deletionStep !== undefined) return 'Deleting';
  if (hasReached(machine, 'nodeFound')) return 'Running';
  if (hasReached(machine, 'provisioned')) return 'Provisioned';
  return hasReached(machine, 'bootstrapped') ? 'Provisioning' : 'Pending';
}

const GENERATION_OF: Record<string, number> = { PlanApplied: 1, Reconciled: 2 };

function statusOf(machine: RancherMachine, seen: Pick<Place, 'canJoin' | 'isOfPaused'>) {
  const conditions = machineConditions(machine, seen);
  if (conditions.length === 0) return {};
  const time = machine.createdAt;
  const generation = generationOf(machine);
  const shown = conditions.map((one) => ({
    ...{ ...one, lastTransitionTime: time, lastUpdateTime: time, ...flags(one) },
    observedGeneration: Math.min(GENERATION_OF[one.type] ?? generation, generation),
  }));
  if (!hasReached(machine, 'pending')) return { conditions: shown };
  return {
    ...(hasReached(machine, 'provisioned') && { addresses: addressesOf(machine) }),
    ...{ conditions: shown, deprecated: { v1beta1: { conditions: olderConditions(conditions, time) } } },
    ...initialization(machine),
    ...{ lastUpdated: time, ...nodeStatus(machine), observedGeneration: generation, phase: phaseOf(machine) },
  };
}

/** Steve takes "False" for a failure, even in the condition Updating. */
const flags = ({ type, status }: MachineCondition) => ({
  error: type === 'Updating' && status === 'False',
  transitioning: status === 'Unknown',
});

function initialization(machine: RancherMachine) {
  if (!hasReached(machine, 'bootstrapped')) return {};
  const isProvisioned = hasReached(machine, 'provisioned');
  return {
    initialization: {
      bootstrapDataSecretCreated: true,
      ...(isProvisioned && { infrastructureProvisioned: true }),
    },
  };
}

function nodeStatus(machine: RancherMachine) {
  if (!hasReached(machine, 'nodeFound')) return {};
  const { hostname, kubeletVersion } = machine;
  return { nodeInfo: nodeInfoOf(hostname, kubeletVersion), nodeRef: { name: hostname } };
}

const OLDER: Record<string, string> = { BootstrapConfigReady: 'BootstrapReady' };

/** Conditions of the older API version, shown in addition to the present conditions. */
function olderConditions(conditions: readonly MachineCondition[], lastTransitionTime: string) {
  const kept = ['Ready', 'BootstrapConfigReady', 'InfrastructureReady', 'NodeHealthy', 'PlanApplied', 'Reconciled'];
  return conditions
    .filter(({ type }) => kept.includes(type))
    .map(({ type, status, reason }) => ({
      ...{ lastTransitionTime, status, type: OLDER[type] ?? type },
      ...((status !== 'True' || type === 'PlanApplied' || type === 'Reconciled') && { reason }),
    }));
}

/**
 * The infrastructure of a self-registered machine. This object is a placeholder, since Cluster API expects an
 * infrastructure object for each machine.
 */
export function customMachineView(machine: RancherMachine, { baseUrl, canJoin }: Place) {
  const api = 'rke.cattle.io/v1';
  const isProvisioned = hasReached(machine, 'provisioned');
  const time = machine.createdAt;
  return {
    ...{ id: idOf(machine), type: CUSTOM_TYPE, links: linksOf(baseUrl, CUSTOM_TYPE, api, machine) },
    ...{ apiVersion: api, kind: 'CustomMachine' },
    metadata: {
      annotations: machine.custom.annotations,
      ...commonMetadata(machine, machine.custom.labels),
      finalizers: ['wrangler.cattle.io/unmanaged-machine'],
      generation: isProvisioned ? 2 : 1,
      ownerReferences: [
        {
          ...{ apiVersion: 'cluster.x-k8s.io/v1beta2', blockOwnerDeletion: true, controller: true },
          ...{ kind: 'Machine', name: machine.name, uid: machine.uid },
        },
      ],
      relationships: [
        {
          ...{ fromId: idOf(machine), fromType: MACHINE_TYPE, rel: 'owner' },
          state: machineState(machine, canJoin).name,
        },
      ],
      state: { error: false, message: 'Resource is Ready', name: 'active', transitioning: false },
      uid: machine.custom.uid,
    },
    spec: { ...providerId(machine) },
    status: {
      ...(isProvisioned && { addresses: addressesOf(machine) }),
      conditions: [{ error: false, lastUpdateTime: time, status: 'True', transitioning: false, type: 'Ready' }],
      ...(isProvisioned && { initialization: { provisioned: true }, ready: true }),
    },
  };
}
