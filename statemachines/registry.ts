import { Duration } from 'aws-cdk-lib';
import type { IChainable, IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Backend, StepFunctions } from './_blocks/flow.ts';
import { addNode } from './add-node/definition.ts';
import { createCluster } from './create-cluster/definition.ts';
import type { Deadlines } from './deadlines.ts';
import { deleteCluster } from './delete-cluster/definition.ts';
import { deleteNode } from './delete-node/definition.ts';
import { processOrder } from './process-order/definition.ts';
import { provisionInfrastructure } from './provision-infrastructure/definition.ts';
import { reconcileMembership } from './reconcile-membership/definition.ts';
import { removeInfrastructure } from './remove-infrastructure/definition.ts';
import { replaceServers } from './replace-servers/definition.ts';
import { syncAccess } from './sync-access/definition.ts';
import { upgradeCluster } from './upgrade-cluster/definition.ts';
import { watchNodes } from './watch-nodes/definition.ts';

export const MACHINE_NAMES = [
  'replace-servers',
  'watch-nodes',
  'add-node',
  'delete-node',
  'provision-infrastructure',
  'create-cluster',
  'remove-infrastructure',
  'delete-cluster',
  'process-order',
  'sync-access',
  'reconcile-membership',
  'upgrade-cluster',
] as const;
export type MachineName = (typeof MACHINE_NAMES)[number];

/** Machines with steps of `watch`, which store task tokens. */
export const WAITING_MACHINES = [
  'create-cluster',
  'watch-nodes',
  'upgrade-cluster',
] as const satisfies readonly MachineName[];

export type Machine = {
  name: MachineName;
  /** Ends an execution that no deadline inside has ended. */
  timeout: Duration;
  /** What it may invoke and start. A test compares both with the definition. */
  backends: readonly Backend[];
  children: readonly MachineName[];
  define(scope: Construct, functions: StepFunctions, started: (name: MachineName) => IStateMachine): IChainable;
};

/** Extra time for retries of every step while a backend comes and goes. */
const SLACK = Duration.hours(1);
const slackAnd = (...seconds: number[]): Duration =>
  Duration.seconds(seconds.reduce((sum, item) => sum + item, 0)).plus(SLACK);

/** A machine's own timeout, longer than all its waits together. */
function timeoutsOf(deadlines: Deadlines) {
  const { rancherId, firstNodes, furtherNodes, clusterActive, serversGone, leftoversGone, clusterGone } = deadlines;
  const provision = slackAnd(deadlines.loadBalancersActive);
  const removeInfrastructure = slackAnd(deadlines.tenantsEmpty);
  const create = slackAnd(rancherId, firstNodes, furtherNodes, clusterActive).plus(SLACK).plus(SLACK);
  const remove = slackAnd(serversGone, leftoversGone, clusterGone).plus(removeInfrastructure);
  return {
    replace: slackAnd(),
    reconcileMembership: slackAnd(),
    upgrade: slackAnd(deadlines.upgradeStarted, deadlines.nodesUpgraded),
    watch: slackAnd(Math.max(firstNodes, furtherNodes)),
    addNode: slackAnd(rancherId, furtherNodes).plus(SLACK),
    deleteNode: slackAnd(serversGone, clusterGone, serversGone, leftoversGone, clusterGone).plus(SLACK),
    provision,
    create,
    removeInfrastructure,
    remove,
    order: Duration.seconds(Math.max(provision.plus(create).toSeconds(), remove.toSeconds())).plus(SLACK),
  };
}

/** Machines that wait for nodes, replace servers, and add or delete single nodes. */
const ofNodes = (deadlines: Deadlines, timeouts: ReturnType<typeof timeoutsOf>): Machine[] => [
  {
    name: 'replace-servers',
    timeout: timeouts.replace,
    backends: ['openstack', 'records'],
    children: [],
    define: (scope, functions) => replaceServers(scope, { functions }),
  },
  {
    name: 'watch-nodes',
    timeout: timeouts.watch,
    backends: ['watch', 'records'],
    children: ['replace-servers'],
    define: (scope, functions, started) =>
      watchNodes(scope, {
        functions,
        replaceServers: { machine: started('replace-servers'), timeout: timeouts.replace },
      }),
  },
  {
    name: 'add-node',
    timeout: timeouts.addNode,
    backends: ['infrastructure', 'openstack', 'rancher', 'vault', 'records'],
    children: ['watch-nodes'],
    define: (scope, functions, started) =>
      addNode(scope, {
        functions,
        deadlines,
        watchNodes: { machine: started('watch-nodes'), timeout: timeouts.watch },
      }),
  },
  {
    name: 'delete-node',
    timeout: timeouts.deleteNode,
    backends: ['rancher', 'openstack', 'infrastructure', 'vault', 'records'],
    children: [],
    define: (scope, functions) => deleteNode(scope, { functions, deadlines }),
  },
];

/** Machines for the infrastructure of managed clusters. */
const ofInfrastructure = (deadlines: Deadlines, timeouts: ReturnType<typeof timeoutsOf>): Machine[] => [
  {
    name: 'provision-infrastructure',
    timeout: timeouts.provision,
    backends: ['infrastructure', 'records'],
    children: [],
    define: (scope, functions) => provisionInfrastructure(scope, { functions, deadlines }),
  },
  {
    name: 'remove-infrastructure',
    timeout: timeouts.removeInfrastructure,
    backends: ['infrastructure', 'records'],
    children: [],
    define: (scope, functions) => removeInfrastructure(scope, { functions, deadlines }),
  },
];

/** Machines for existing clusters, which no order starts. */
const ofStandingClusters = (deadlines: Deadlines, timeouts: ReturnType<typeof timeoutsOf>): Machine[] => [
  {
    name: 'upgrade-cluster',
    timeout: timeouts.upgrade,
    backends: ['rancher', 'watch', 'records'],
    children: [],
    define: (scope, functions) => upgradeCluster(scope, { functions, deadlines }),
  },
];

/** All machines, children before the machines that start them. */
export function machines(deadlines: Deadlines): readonly Machine[] {
  const timeouts = timeoutsOf(deadlines);
  return [
    ...ofInfrastructure(deadlines, timeouts),
    ...ofNodes(deadlines, timeouts),
    ...ofStandingClusters(deadlines, timeouts),
    {
      name: 'create-cluster',
      timeout: timeouts.create,
      backends: ['openstack', 'rancher', 'vault', 'argocd', 'watch', 'records'],
      children: ['watch-nodes'],
      define: (scope, functions, started) =>
        createCluster(scope, {
          functions,
          deadlines,
          watchNodes: { machine: started('watch-nodes'), timeout: timeouts.watch },
        }),
    },
    {
      name: 'delete-cluster',
      timeout: timeouts.remove,
      backends: ['openstack', 'rancher', 'vault', 'argocd', 'keycloak', 'records'],
      children: ['remove-infrastructure'],
      define: (scope, functions, started) =>
        deleteCluster(scope, {
          functions,
          deadlines,
          removeInfrastructure: { machine: started('remove-infrastructure'), timeout: timeouts.removeInfrastructure },
        }),
    },
    {
      name: 'process-order',
      timeout: timeouts.order,
      backends: ['records'],
      children: ['provision-infrastructure', 'create-cluster', 'delete-cluster'],
      define: (scope, functions, started) =>
        processOrder(scope, {
          functions,
          provisionInfrastructure: { machine: started('provision-infrastructure'), timeout: timeouts.provision },
          createCluster: { machine: started('create-cluster'), timeout: timeouts.create },
          deleteCluster: { machine: started('delete-cluster'), timeout: timeouts.remove },
        }),
    },
    {
      name: 'sync-access',
      timeout: Duration.hours(2),
      backends: ['access'],
      children: [],
      define: (scope, functions) => syncAccess(scope, { functions }),
    },
    {
      name: 'reconcile-membership',
      timeout: timeouts.reconcileMembership,
      backends: ['rancher', 'keycloak', 'records'],
      children: [],
      define: (scope, functions) => reconcileMembership(scope, { functions }),
    },
  ];
}
