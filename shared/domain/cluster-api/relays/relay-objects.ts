import type { Uuid } from '../../_core/identifier.ts';
import { type KubernetesObject, RELAY_KINDS } from '../kubernetes-object.ts';
import { clusterLabels } from '../rendering/cluster-to-render.ts';

/** A relay that has reported. `clusters` has the names of the API servers that the relay reaches. */
export type ReportedRelay = {
  name: string;
  address: string;
  port: number;
  reportedAt: string;
  clusters: readonly string[];
};

/** A relay counts as gone when it has not reported for this time. Relays report every ten seconds. */
export const RELAY_TTL_MS = 30_000;

/** The port of the Service: the usual port of an API server. */
const API_PORT = 6443;
/** The label of all Services and EndpointSlices through which Cluster API reaches clusters by relays. */
export const RELAYED_LABELS = { 'paddock.cloud/relayed': 'true' };

/**
 * The host name by which Cluster API reaches the API server of a cluster through relays: the name of a Service in the
 * namespace of the cluster's objects. The certificate of the API server contains this host name. Users never get the
 * host name.
 */
export const relayedName = (capiName: string, namespace: string): string => `${capiName}.${namespace}`;

/** The relays through which a cluster can be reached now. */
const relaysOf = (serverName: string, relays: readonly ReportedRelay[], now: Date): ReportedRelay[] =>
  relays
    .filter(
      ({ reportedAt, clusters }) =>
        now.getTime() - Date.parse(reportedAt) <= RELAY_TTL_MS && clusters.includes(serverName),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));

type Relayed = { uuid: Uuid; capiName: string; namespace: string };

/**
 * The Service and the endpoints of a cluster without a public address. The endpoints are the relays that lead to the
 * cluster. If there is no such relay, the Service has no endpoints, so connections are refused at once. The Service has
 * no selector, because its endpoints are not pods.
 */
export function relayObjects(
  { uuid, capiName, namespace }: Relayed,
  relays: readonly ReportedRelay[],
  now: Date,
): KubernetesObject[] {
  const labels = { ...clusterLabels(uuid), ...RELAYED_LABELS };
  const reached = relaysOf(relayedName(capiName, namespace), relays, now);
  const ports = [...new Set(reached.map(({ port }) => port))].sort((a, b) => a - b);
  return [
    {
      ...RELAY_KINDS.service,
      metadata: { name: capiName, labels },
      spec: { ports: [{ name: 'https', port: API_PORT, protocol: 'TCP', targetPort: API_PORT }] },
    },
    // All endpoints of an EndpointSlice have the same port, so each port gets its own slice.
    ...ports.map((port) => ({
      ...RELAY_KINDS.endpointSlice,
      metadata: { name: `${capiName}-relays-${port}`, labels: { ...labels, 'kubernetes.io/service-name': capiName } },
      addressType: 'IPv4',
      endpoints: reached
        .filter((one) => one.port === port)
        .map(({ address, name }) => ({
          addresses: [address],
          conditions: { ready: true },
          hostname: hostnameOf(name),
        })),
      ports: [{ name: 'https', port, protocol: 'TCP' }],
    })),
  ];
}

/** Converts a name to a host name that Kubernetes accepts: one DNS label. */
const hostnameOf = (name: string): string =>
  (name.split('.')[0] ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 63);
