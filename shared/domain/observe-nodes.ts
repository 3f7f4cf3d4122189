import type { LifecycleState } from './cluster.ts';
import type { Failure } from './failure.ts';
import { nodeTag } from './naming.ts';
import type { Node, NodeFacts } from './node.ts';
import { overQuotaIn, overQuotaText } from './quota.ts';
import { changed } from './record.ts';
import { isSameValue } from './same-value.ts';

/** What OpenStack and Rancher say; either may be left out of a look, its fields then stay as they are. */
export type Observation = {
  servers?: readonly {
    id: string;
    status: string;
    tags: readonly string[];
    volumeIds: string[];
    addresses: string[];
    fault?: string;
  }[];
  rancherNodes?: readonly { id: string; hostname: string; state: string; facts: NodeFacts }[];
};
type Observed = Pick<Node, 'state' | 'runtimeState' | 'backendId' | 'facts' | 'volumeIds' | 'addresses' | 'lastError'>;

/** Codes by what Nova's fault says (facts of a real 2026.2, no. 23, 45): a quota is the customer's to raise. */
function faultOf(name: string, fault: string | undefined, at: string): Failure {
  const over = overQuotaIn(fault ?? '');
  const isQuota = over !== undefined || /quota|LimitExceeded/i.test(fault ?? '');
  const why = over ? overQuotaText(over) : (fault ?? 'the cloud gave no reason');
  return {
    code: isQuota ? 'QUOTA_EXCEEDED' : 'RESOURCES_DEPLETED',
    owner: isQuota ? 'user' : 'provider',
    retryable: true,
    message: `Server ${name} is in ERROR: ${why}`,
    step: 'watch',
    at,
  };
}

/**
 * A machine in error makes its node erred (design §7). Apart from that lifecycle moves on only while the node is being made:
 * later, a node that is away is unhealthy, not unmade (§8-20).
 */
function lifecycle(node: Node, isBroken: boolean, runtimeState: string): LifecycleState {
  if (node.state !== 'OK' && node.state !== 'CREATING' && node.state !== 'CREATION_SCHEDULED') return node.state;
  if (isBroken) return 'ERRED';
  return runtimeState === 'active' ? 'OK' : node.state;
}

/** Nodes are matched to servers by tag and to Rancher's nodes by host name (waldur-rancher.md §9c-3). */
function observe(node: Node, { servers, rancherNodes }: Observation, at: string): Observed {
  const server = servers?.find((item) => item.tags.includes(nodeTag(node.uuid)));
  const remote = rancherNodes?.find((item) => item.hostname === node.spec.name);
  const runtimeState = rancherNodes ? (remote?.state ?? '') : node.runtimeState;
  const isBroken = server?.status === 'ERROR';
  return {
    state: lifecycle(node, isBroken, runtimeState),
    runtimeState,
    backendId: remote?.id ?? node.backendId,
    facts: remote?.facts ?? node.facts,
    // Those of a server that was replaced stay: the sweep looks for them by these ids alone.
    volumeIds: [...new Set([...node.volumeIds, ...(server?.volumeIds ?? [])])],
    addresses: server && server.addresses.length > 0 ? server.addresses : node.addresses,
    lastError: isBroken ? (node.lastError ?? faultOf(node.spec.name, server.fault, at)) : node.lastError,
  };
}

const isSame = (node: Node, next: Observed): boolean => isSameValue({ ...node, ...next }, node);

/** The nodes as they are now, and those among them that differ from their rows. */
export function observeNodes(nodes: readonly Node[], seen: Observation, now: Date): { all: Node[]; changed: Node[] } {
  const all = nodes.map((node) => {
    const next = observe(node, seen, now.toISOString());
    return isSame(node, next) ? node : changed(node, now, next);
  });
  return { all, changed: all.filter((node, index) => node !== nodes[index]) };
}
