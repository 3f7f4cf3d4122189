import { Conflict, Invalid } from '#shared/errors';
import type { Uuid } from '../_core/identifier.ts';
import type { LifecycleState } from '../_core/lifecycle-state.ts';
import type { ClusterUpgrade } from '../clusters/cluster-upgrade.ts';
import type { MissingNode } from '../clusters/drift.ts';
import type { NodeSpec } from '../planning/node-spec.ts';
import {
  compareReleases,
  minorsBehind,
  nearestReleases,
  parseRelease,
  type Release,
} from '../providers/kubernetes-release.ts';

/** A recorded node, with its state in Rancher. */
export type RunningNode = {
  uuid: Uuid;
  spec: Pick<NodeSpec, 'name' | 'role' | 'roles'>;
  state: LifecycleState;
  /** The node's state in Rancher. Empty if Rancher does not have the node. */
  runtimeState: string;
  /** The version that the node's kubelet reports. Empty if it is unknown. */
  version: string;
};
export type UpgradeFacts = {
  cluster: { version: string; state: string; message: string };
  nodes: readonly RunningNode[];
  missing: readonly Pick<MissingNode, 'name' | 'role' | 'reason'>[];
  /** Releases that Rancher can install. Empty if Rancher does not list them. */
  offered: readonly string[];
  /** An earlier upgrade that was interrupted. `isTaken`: Rancher has begun to install the release of this upgrade. */
  pending?: (Pick<ClusterUpgrade, 'to'> & { isTaken: boolean }) | undefined;
};

/**
 * Limits of Kubernetes' version skew policy, in minor versions. `KUBELET_SKEW`: how far a kubelet may be behind the API
 * server. `SERVER_SKEW`: how far the versions of server nodes may differ.
 */
const KUBELET_SKEW = 3;
const SERVER_SKEW = 1;

const refuse = (...said: string[]): Invalid => new Invalid({ kubernetes_version: said });

function nodeProblem({ spec: { name, role }, state, runtimeState }: RunningNode): string | undefined {
  if (state !== 'OK') return `${role} ${name} is ${state}`;
  if (runtimeState === '') return `${role} ${name} is not in Rancher`;
  return runtimeState === 'active' ? undefined : `${role} ${name} is ${runtimeState}`;
}

/**
 * Why no node may be restarted now. Undefined if the cluster is healthy. Rancher stops one server at a time, so all
 * other servers must work. Rancher waits for each agent, so an agent that is missing would stop the upgrade.
 */
export function degradedProblem({
  cluster,
  nodes,
  missing,
}: Pick<UpgradeFacts, 'cluster' | 'nodes' | 'missing'>): string | undefined {
  const problems = [
    ...missing
      .filter(({ role }) => role === 'server')
      .map(({ name, reason }) => `server ${name} is missing: ${reason}`),
    ...nodes.flatMap((node) => nodeProblem(node) ?? []),
  ];
  if (problems.length > 0) return `The cluster is degraded, but every node has to be active: ${problems.join('; ')}.`;
  const said = cluster.message === '' ? cluster.state : `${cluster.state}: ${cluster.message}`;
  return cluster.state === 'active' ? undefined : `Rancher says that the cluster is ${said}.`;
}

/**
 * @param isBackAllowed whether the cluster's current release may be requested, in order to abandon an interrupted
 * upgrade
 */
function assertStep(from: Release, to: Release, isBackAllowed: boolean): void {
  if (from.distribution !== to.distribution)
    throw refuse(`The cluster runs ${from.name}. ${to.name} is of another Kubernetes distribution.`);
  const order = compareReleases(from, to);
  if (order === 0 && isBackAllowed) return;
  if (order === 0) throw refuse(`The cluster runs ${from.name} already.`);
  if (order > 0) throw refuse(`The cluster runs ${from.name}, and cannot be downgraded.`);
  if (minorsBehind(from, to) <= 1) return;
  throw refuse(
    `Upgrade by one minor version at a time. The cluster runs ${from.name}, so upgrade it to v${from.major}.${from.minor + 1} first.`,
  );
}

function skewProblem({ spec: { name, role }, version }: RunningNode, to: Release): string | undefined {
  const runs = parseRelease(version);
  if (!runs) return `Node ${name} has not reported its version.`;
  if (compareReleases(runs, to) > 0) return `Node ${name} runs ${version}, which is newer than the requested release.`;
  const allowed = role === 'server' ? SERVER_SKEW : KUBELET_SKEW;
  const behind = minorsBehind(runs, to);
  if (behind <= allowed) return undefined;
  return `Node ${name} runs ${version}: ${role === 'server' ? 'a server' : 'an agent'} may be at most ${allowed} minor version${allowed > 1 ? 's' : ''} behind.`;
}

function assertOffered(to: string, offered: readonly string[]): void {
  if (offered.length === 0 || offered.includes(to)) return;
  throw refuse(`Rancher does not offer ${to}. It offers ${nearestReleases(offered, to).join(', ')}.`);
}

/**
 * Whether the request continues the interrupted upgrade. If so, the state of the nodes does not matter. A request for
 * another release abandons the interrupted upgrade, if Rancher has not begun it.
 * @throws Invalid if Rancher has begun the interrupted upgrade and another release is requested
 */
function goesOn(to: string, pending: NonNullable<UpgradeFacts['pending']>): boolean {
  if (to === pending.to) return true;
  if (pending.isTaken)
    throw refuse(
      `Rancher has already begun the upgrade to ${pending.to}. Request ${pending.to} again to finish it first.`,
    );
  return false;
}

/**
 * Checks that the cluster can be upgraded to the release. Throws Conflict with the reason if the cluster is not
 * healthy, and Invalid if the release is not possible. Called before anything is written (S0-421).
 */
export function assertUpgradable(to: string, facts: UpgradeFacts): void {
  if (facts.pending && goesOn(to, facts.pending)) return;
  const problem = degradedProblem(facts);
  if (problem !== undefined) throw new Conflict(problem);
  const [from, wanted] = [parseRelease(facts.cluster.version), parseRelease(to)];
  if (!wanted) throw refuse('Enter a version as Rancher writes it, such as v1.31.7+rke2r1.');
  if (!from)
    throw new Conflict(
      `Paddock cannot read the version that Rancher reports for the cluster: "${facts.cluster.version}".`,
    );
  assertStep(from, wanted, facts.pending !== undefined);
  const skewed = facts.nodes.flatMap((node) => skewProblem(node, wanted) ?? []);
  if (skewed.length > 0) throw refuse(...skewed);
  assertOffered(to, facts.offered);
}
