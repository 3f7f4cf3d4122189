import type { SecurityGroupRule, TenantFacts } from './cloud-facts.ts';
import { overlap, parseNetwork } from './ipv4-network.ts';
import type { NodeSpec } from './node-spec.ts';

type Need = {
  protocol: 'tcp' | 'udp';
  ports: readonly number[];
  /** What for, as the refusal says it. */
  use: string;
  from?: NodeSpec['role'];
  to?: NodeSpec['role'];
};

/**
 * Without these RKE2's nodes make no cluster (docs.rke2.io/install/requirements, "Inbound Network Rules"; the CNI is Cilium). What a
 * cluster can do without, such as NodePorts, health checks and metrics, a customer may have closed on purpose.
 */
const NEEDS: readonly Need[] = [
  { protocol: 'tcp', ports: [9345], use: 'RKE2 supervisor', to: 'server' },
  { protocol: 'tcp', ports: [6443], use: 'Kubernetes API', to: 'server' },
  { protocol: 'tcp', ports: [2379, 2380], use: 'etcd', from: 'server', to: 'server' },
  { protocol: 'tcp', ports: [10250], use: 'kubelet' },
  { protocol: 'udp', ports: [8472], use: 'Cilium VXLAN' },
];

/** Neutron takes a protocol by name or by number, and has more than one word for all of them. */
const NAMES = { tcp: ['tcp', '6'], udp: ['udp', '17'] };
const ANY = ['any', '0'];

function isAbout(rule: SecurityGroupRule, protocol: Need['protocol'], port: number): boolean {
  const named = rule.protocol?.toLowerCase();
  const isProtocol = named === undefined || [...NAMES[protocol], ...ANY].includes(named);
  return isProtocol && rule.ethertype === 'IPv4' && (rule.fromPort ?? 0) <= port && port <= (rule.toPort ?? 65_535);
}

type Place = { spec: NodeSpec; cidr: string; rules: readonly SecurityGroupRule[] };

/** A rule for a part of the peer's subnet may be for the very address that it will get: it counts. So does one for an address group. */
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

/** Machines alike in role and subnet are one place: they have the same groups. With a second one there they also talk to each other. */
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
 * Ports that the machines' security groups certainly keep shut between machines of one tenant (S0-359). Between tenants nothing is
 * said: how addresses look there, whoever joins their networks knows.
 */
export function portProblems(specs: readonly NodeSpec[], { tenant, subnets, securityGroups }: TenantFacts): string[] {
  const places = specs.flatMap((spec): Place[] => {
    const cidr = subnets.find(({ id }) => id === spec.subnetId)?.cidr;
    const groups = securityGroups.filter(({ id }) => spec.securityGroupIds.includes(id));
    // The rules are judged for IPv4 only.
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
