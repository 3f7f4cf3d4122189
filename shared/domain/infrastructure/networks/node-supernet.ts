import {
  addressOf,
  cidrOf,
  type Ipv4Network,
  isWithin,
  overlap,
  parseNetwork,
} from '#shared/domain/planning/ipv4-network';
import { NODE_NETWORK_PREFIX } from './node-network.ts';

const known = (cidr: string): Ipv4Network => {
  const network = parseNetwork(cidr);
  if (!network) throw new Error(`${cidr} is not a network`);
  return network;
};

/** Private networks of RFC 1918, and the shared addresses of RFC 6598. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'];
const PRIVATE_NETWORKS = PRIVATE.map(known);

/**
 * RKE2's default networks for pods and services (`cluster-cidr`, `service-cidr`). Nodes must not use addresses in these
 * networks.
 */
const OF_RKE2 = ['10.42.0.0/16', '10.43.0.0/16'];
const NETWORKS_OF_RKE2 = OF_RKE2.map(known);

/** What is wrong with a text that should be a network, such as `10.64.0.0/12`. Undefined for a valid network. */
export function networkProblem(text: string): string | undefined {
  const network = parseNetwork(text);
  if (!network) return `${text} is not an IPv4 network such as 10.64.0.0/12.`;
  if (text === cidrOf(network)) return undefined;
  return `${text} is not the address of a network; did you mean ${cidrOf(network)}?`;
}

/** What is wrong with a supernet that should contain node networks. Undefined for a valid supernet. */
export function supernetProblem(text: string): string | undefined {
  const malformed = networkProblem(text);
  const network = parseNetwork(text);
  if (malformed !== undefined || !network) return malformed;
  if (network.prefix > NODE_NETWORK_PREFIX) {
    return `${text} has no room for a node network, which is a /${NODE_NETWORK_PREFIX}.`;
  }
  if (!PRIVATE_NETWORKS.some((range) => isWithin(network, range))) {
    return `${text} is not private: node networks come from within ${PRIVATE.join(', ')}.`;
  }
  if (NETWORKS_OF_RKE2.some((range) => isWithin(network, range))) {
    return `${text} is in a network that RKE2 uses for pods and services (${OF_RKE2.join(', ')}).`;
  }
  return undefined;
}

/**
 * The free node networks of a supernet, each of them once. A free network overlaps no reserved network, no network in
 * `taken` and no network of RKE2. `chance` is a number from 0 to below 1 that chooses the first network, so that
 * concurrent orders rarely choose the same network.
 * @throws Error for an invalid network. This is not expected, because invalid networks are refused when options are
 * saved
 */
export function* freeNetworks(
  supernet: string,
  reserved: readonly string[],
  taken: readonly string[],
  chance: number,
): Generator<string> {
  const whole = known(supernet);
  const used = [...NETWORKS_OF_RKE2, ...[...reserved, ...taken].map(known)];
  const size = 2 ** (32 - NODE_NETWORK_PREFIX);
  const count = (whole.last - whole.first + 1) / size;
  const start = Math.floor(chance * count);
  for (let step = 0; step < count; step += 1) {
    const first = whole.first + ((start + step) % count) * size;
    const network = { first, last: first + size - 1, prefix: NODE_NETWORK_PREFIX };
    if (!used.some((other) => overlap(other, network))) yield `${addressOf(first)}/${NODE_NETWORK_PREFIX}`;
  }
}
