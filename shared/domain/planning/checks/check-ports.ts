import type { SecurityGroupRule, TenantFacts } from '../cloud-facts.ts';
import { overlap, parseNetwork } from '../ipv4-network.ts';
import type { NodeSpec } from '../node-spec.ts';

type Need = {
  protocol: 'tcp' | 'udp';
  ports: readonly number[];
  /** The purpose of the port, for the error message. */
  use: string;
  from?: NodeSpec['role'];
  to?: NodeSpec['role'];
};

/**
 * Ports that the nodes of RKE2 need to form a cluster (docs.rke2.io/install/requirements, "Inbound Network Rules"; the
 * CNI is Cilium). Optional ports, such as NodePorts, health checks and metrics, are not checked, because customers may
 * close them on purpose.
 */
const NEEDS: readonly Need[] = [
  { protocol: 'tcp', ports: [9345], use: 'RKE2 supervisor', to: 'server' },
  { protocol: 'tcp', ports: [6443], use: 'Kubernetes API', to: 'server' },
  { protocol: 'tcp', ports: [2379, 2380], use: 'etcd', from: 'server', to: 'server' },
  { protocol: 'tcp', ports: [10250], use: 'kubelet' },
  { protocol: 'udp', ports: [8472], use: 'Cilium VXLAN' },
];

/**
 * How Neutron's rules may name a protocol: by its name or its number. A rule with one of the names in `ANY` applies to
 * every protocol.
 */
const NAMES = { tcp: ['tcp', '6'], udp: ['udp', '17'] };
const ANY = ['any', '0'];

function isAbout(rule: SecurityGroupRule, protocol: Need['protocol'], port: number): boolean {
  const named = rule.protocol?.toLowerCase();
  const isProtocol = named === undefined || [...NAMES[protocol], ...ANY].includes(named);
  return isProtocol && rule.ethertype === 'IPv4' && (rule.fromPort ?? 0) <= port && port <= (rule.toPort ?? 65_535);
}

/**
 * The fields of a machine that the check needs. Machines of pools have no `NodeSpec`, so the check does not require
 * one.
 */
export type ReachableMachine = Pick<NodeSpec, 'role' | 'subnetId' | 'securityGroupIds'>;
type Place = { spec: ReachableMachine; cidr: string; rules: readonly SecurityGroupRule[] };

/**
 * Whether a rule may apply to traffic with another machine, the `peer`. A rule for a part of the peer's subnet counts,
 * because the peer's later address may be in this part. A rule for an address group counts, too, because the peer's
 * later address may be in this group.
 */
function isFor({ remoteGroupId, cidr }: SecurityGroupRule, peer: Place): boolean {
  if (remoteGroupId !== undefined) return peer.spec.securityGroupIds.includes(remoteGroupId);
  if (cidr === undefined) return true;
  const [allowed, theirs] = [parseNetwork(cidr), parseNetwork(peer.cidr)];
  return allowed !== undefined && theirs !== undefined && overlap(allowed, theirs);
}

function passes({ protocol, ports }: Need, from: Place, to: Place): boolean {
  const admits = (place: Place, direction: SecurityGroupRule['direction'], peer: Place, port: number) =>
    place.rules.some((rule) => rule.direction === direction && isAbout(rule, protocol, port) && isFor(rule, peer));
  return ports.every((port) => admits(from, 'egress', to, port) && admits(to, 'ingress', from, port));
}

/**
 * The pairs of machines to check. One machine stands for all machines with the same role and subnet, because these have
 * the same security groups. If several machines have the same role and subnet, two of them are also a pair.
 */
function pairsOf(places: readonly Place[]): [Place, Place][] {
  const distinct = new Map<string, Place[]>();
  for (const place of places) {
    const key = `${place.spec.role}/${place.spec.subnetId}`;
    distinct.set(key, [...(distinct.get(key) ?? []), place]);
  }
  const kinds = [...distinct.values()];
  return kinds.flatMap((from) =>
    kinds.flatMap((to): [Place, Place][] => {
      const [first, second] = [from[0], from === to ? to[1] : to[0]];
      return first && second ? [[first, second]] : [];
    }),
  );
}

const portsText = ({ protocol, ports, use }: Need): string => `${protocol} ${ports.join(' and ')} (${use})`;

/**
 * Errors about needed ports that security groups certainly block between machines of one tenant (S0-359). Ports between
 * tenants are not checked, because only the operator knows from which addresses packets of the other tenant arrive.
 */
export function portProblems(
  specs: readonly ReachableMachine[],
  { tenant, subnets, securityGroups }: TenantFacts,
): string[] {
  const places = specs.flatMap((spec): Place[] => {
    const cidr = subnets.find(({ id }) => id === spec.subnetId)?.cidr;
    const groups = securityGroups.filter(({ id }) => spec.securityGroupIds.includes(id));
    // Subnets without an IPv4 network are not checked.
    return cidr !== undefined && parseNetwork(cidr)
      ? [{ spec, cidr, rules: groups.flatMap(({ rules }) => rules) }]
      : [];
  });
  const pairs = pairsOf(places);
  const isShut =
    (need: Need) =>
    ([from, to]: [Place, Place]) =>
      (need.from ?? from.spec.role) === from.spec.role &&
      (need.to ?? to.spec.role) === to.spec.role &&
      !passes(need, from, to);
  const shut = NEEDS.filter((need) => pairs.some(isShut(need)));
  if (shut.length === 0) return [];
  const text = shut.map(portsText).join(', ');
  return [`Security groups of tenant ${tenant.name} do not let its nodes reach each other on ${text}.`];
}
