import { SECRETS } from '../kubernetes/core-resources.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { base64, SECRET_TYPE } from './cluster-secrets.ts';
import { type Condition, goesOn, holds, is, report } from './conditions.ts';
import { durationOf } from './infrastructure-controller.ts';
import { BOOTSTRAP_CONFIGS, CLUSTER_NAME, CONTROL_PLANE, MACHINES } from './kinds.ts';
import { isLeaving, listAt, type Management, recordAt, textAt } from './management.ts';
import { isReachedApi } from './reached-api.ts';

export const isOfControlPlane = ({ metadata }: KubernetesObject): boolean =>
  metadata.labels?.[CONTROL_PLANE] !== undefined;
export const isRunning = (machine: KubernetesObject): boolean => fieldAt(machine, 'status.nodeRef.name') !== undefined;
export const isReady = (machine: KubernetesObject): boolean => isRunning(machine) && !isLeaving(machine);

const POD_CONDITIONS = [
  ...['APIServerPodHealthy', 'ControllerManagerPodHealthy', 'SchedulerPodHealthy', 'EtcdPodHealthy'],
  'EtcdMemberHealthy',
];
const CONTROLLER = {
  WAITING_FOR_CONTROL_PLANE: 'WaitingForControlPlaneAvailable',
  WAITING_FOR_NODE: 'WaitingForNodeRef',
};

const configOf = ({ find }: Management, { metadata: { namespace = '', name } }: KubernetesObject) =>
  find(BOOTSTRAP_CONFIGS, namespace, name);
const isFirst = (config: KubernetesObject | undefined): boolean =>
  fieldAt(config, 'spec.initConfiguration') !== undefined;

/**
 * Makes the bootstrap data of a machine, and returns whether the data exists. Only the first machine of a cluster gets
 * its data before there is an API to join.
 */
function bootstrap(world: Management, machine: KubernetesObject, mayJoin: boolean): boolean {
  const { namespace = '', name, labels } = machine.metadata;
  const config = configOf(world, machine);
  if (!config || isLeaving(config)) return false;
  if (!isFirst(config) && !mayJoin) {
    const why = { reason: CONTROLLER.WAITING_FOR_CONTROL_PLANE };
    const [older, newer] = [[is('Ready', false, why)], [holds('Ready', false, ['Ready', why.reason])]];
    report(world, config, { older, newer });
    return false;
  }
  if (!world.isReached(config, 'data', world.delays.bootstrapData)) return false;
  if (!world.find(SECRETS, namespace, name)) {
    const data = { format: base64('cloud-config'), value: base64('#cloud-config\n') };
    const cluster = { [CLUSTER_NAME]: labels?.[CLUSTER_NAME] ?? '' };
    world.create(SECRETS, { name, namespace, labels: cluster, owner: config, body: { type: SECRET_TYPE, data } });
  }
  const [older, newer] = [[is('Ready', true, { reason: '' })], [holds('Ready', true, ['Ready', ''])]];
  report(world, config, { ready: true, dataSecretName: name, older, newer });
  return true;
}

/**
 * The delay from a running server to its node. The first node of a cluster appears only after the managers have
 * connected to the cluster's API.
 */
function nodeDelay(world: Management, infrastructure: KubernetesObject | undefined, machine: KubernetesObject): number {
  const { delays } = world;
  const connection = isFirst(configOf(world, machine)) ? delays.connection : 0;
  const inMemory = recordAt(infrastructure, 'spec.backend.inMemory');
  const parts = isOfControlPlane(machine) ? ['node', 'etcd', 'apiServer'] : ['node'];
  const durations = parts.map((part) => durationOf(textAt(inMemory, `${part}.provisioning.startupDuration`), 0));
  const boot = Object.keys(inMemory).length > 0 ? durations.reduce((sum, one) => sum + one, 0) : delays.nodeUp;
  return boot + connection;
}

function phaseOf(machine: KubernetesObject, infrastructure: KubernetesObject | undefined, hasData: boolean): string {
  if (isLeaving(machine)) return 'Deleting';
  if (isRunning(machine)) return 'Running';
  if (fieldAt(infrastructure, 'status.ready') === true) return 'Provisioned';
  return hasData ? 'Provisioning' : 'Pending';
}

function conditionsOf(machine: KubernetesObject, found: { hasData: boolean; hasServer: boolean; hasNode: boolean }) {
  const { hasData, hasServer, hasNode } = found;
  const noNode = { reason: CONTROLLER.WAITING_FOR_NODE };
  const noData = { reason: hasData ? '' : CONTROLLER.WAITING_FOR_CONTROL_PLANE };
  const pods = isOfControlPlane(machine) ? POD_CONDITIONS : [];
  const older: Condition[] = [
    is('BootstrapReady', hasData, noData),
    is('InfrastructureReady', hasServer, { reason: 'WaitingForInfrastructure' }),
    is('NodeHealthy', hasNode, noNode),
    is('Ready', hasServer, hasData ? { reason: 'WaitingForInfrastructure' } : noData),
    ...pods.map((type) => is(type, hasNode, { reason: 'PodProvisioning' })),
  ];
  const usable = hasNode && !isLeaving(machine);
  const newer: Condition[] = [
    holds('Available', usable, ['Available', 'NotAvailable']),
    holds('Ready', usable, ['Ready', 'NotReady'], '* NodeHealthy: Waiting for a Node to exist'),
    holds('UpToDate', true, ['UpToDate', 'NotUpToDate']),
    holds('BootstrapConfigReady', hasData, ['Ready', 'NotReady']),
    holds('InfrastructureReady', hasServer, ['Ready', 'NotReady']),
    holds('NodeHealthy', hasNode, ['NodeHealthy', 'NodeNotHealthy']),
    holds('NodeReady', hasNode, ['NodeReady', 'NodeNotReady']),
    goesOn('Deleting', isLeaving(machine)),
    goesOn('Paused', false),
  ];
  return { older, newer };
}

/**
 * Deletes first the machine's server, then its bootstrap configuration with the secret, and then the machine itself.
 */
function takeAway({ follow, find, remove, release }: Management, machine: KubernetesObject): void {
  const { namespace = '', name } = machine.metadata;
  const infrastructure = follow(fieldAt(machine, 'spec.infrastructureRef'), namespace);
  if (infrastructure) {
    if (!isLeaving(infrastructure)) remove(infrastructure);
    return;
  }
  const config = find(BOOTSTRAP_CONFIGS, namespace, name);
  if (config) remove(config);
  else release(machine);
}

/** Simulates the life of each machine in a cluster, from its creation to its node and its deletion. */
export function machineController(world: Management) {
  const { ofCluster, follow, update, isReached } = world;
  const bootstrapped = new Set<string>();

  function reconcile(found: KubernetesObject, mayJoin: boolean, isReachable: boolean): void {
    const { namespace = '', name, uid } = found.metadata;
    const infrastructure = follow(fieldAt(found, 'spec.infrastructureRef'), namespace);
    const hasData = bootstrap(world, found, mayJoin);
    if (hasData) bootstrapped.add(name);
    const providerID = fieldAt(infrastructure, 'spec.providerID');
    const data = hasData && { dataSecretName: name };
    const machine = update(found, {
      spec: {
        ...recordAt(found, 'spec'),
        ...{ providerID, bootstrap: { ...recordAt(found, 'spec.bootstrap'), ...data } },
      },
    });
    const hasServer = fieldAt(infrastructure, 'status.ready') === true;
    const hasNode =
      isRunning(machine) ||
      (hasServer && isReachable && isReached(machine, 'node', nodeDelay(world, infrastructure, machine)));
    const nodeRef = { apiVersion: 'v1', kind: 'Node', name, uid: `${uid.slice(0, -1)}0` };
    const status = { ...recordAt(machine, 'status'), ...(hasNode && { nodeRef }) };
    const phase = phaseOf({ ...machine, status }, infrastructure, hasData);
    report(world, machine, {
      ...{ phase, bootstrapReady: hasData, infrastructureReady: hasServer },
      ...(hasNode && { nodeRef, nodeInfo: nodeInfo(machine) }),
      ...(hasServer && { addresses: listAt(infrastructure, 'status.addresses') }),
      ...conditionsOf(machine, { hasData, hasServer, hasNode }),
    });
    if (isLeaving(machine)) takeAway(world, machine);
  }

  return {
    isBootstrapped: (name: string): boolean => bootstrapped.has(name),
    forget: (): void => bootstrapped.clear(),
    reconcile(cluster: KubernetesObject, mayJoin: boolean): void {
      const isReachable = isReachedApi(world, cluster);
      for (const machine of ofCluster(MACHINES, cluster)) reconcile(machine, mayJoin, isReachable);
    },
  };
}

const nodeInfo = (machine: KubernetesObject) => ({
  kubeletVersion: textAt(machine, 'spec.version'),
  osImage: 'Ubuntu 24.04.3 LTS',
  architecture: 'amd64',
});
