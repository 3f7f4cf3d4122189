import { z } from 'zod';
import type { ShownRelay } from '#shared/domain/cluster-api/relays/relay';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

const relayView = z
  .object({
    name: z.string().meta({ description: 'The host of the relay.', examples: ['network-1.example.org'] }),
    service_settings: z.string().meta({
      description:
        'The management cluster, which is a Kubernetes with Cluster API. The relay reaches clusters of this management cluster.',
    }),
    service_settings_uuid: z.string(),
    address: z
      .string()
      .meta({ description: 'The IPv4 address at which Cluster API reaches the relay.', examples: ['192.0.2.5'] }),
    port: z.int().meta({ description: 'TCP port of the relay.', examples: [44_355] }),
    version: z
      .string()
      .meta({ description: 'Release of the relay. It must be Paddock’s release.', examples: ['0.1.0'] }),
    reported_at: z
      .string()
      .meta({ description: 'Time of the last report.', format: 'date-time', examples: ['2026-03-02T09:30:00.000Z'] }),
    stale: z.boolean().meta({
      description: 'Whether the relay has not reported for more than 30 s. Cluster API no longer uses such a relay.',
    }),
    clusters: z
      .array(
        z.object({
          server_name: z.string().meta({
            description: 'The TLS server name by which clients ask for the cluster’s API server.',
            examples: ['kube-x7k2b9fdqw.paddock'],
          }),
          reachable: z.boolean().meta({ description: 'Whether the API server of the cluster answers the relay.' }),
        }),
      )
      .meta({ description: 'Clusters that the relay serves.' }),
    problem: z
      .string()
      .meta({ description: 'Why the relay does not serve all clusters. Empty if it serves all.', examples: [''] }),
  })
  .meta({ id: 'ClusterApiRelay' });
type RelayView = z.infer<typeof relayView>;

export const relayListing: Listing<ShownRelay, RelayView> = {
  filters: {
    contains: { name: ({ name }) => name },
    uuids: { service_settings_uuid: ({ settingsUuid }) => settingsUuid },
    flags: { stale: ({ isStale }) => isStale },
  },
  orderings: { name: ({ name }) => name, reported_at: ({ reportedAt }) => reportedAt },
  schema: relayView,
  view: (link, { settingsUuid, reportedAt, isStale, clusters, ...relay }) => ({
    name: relay.name,
    service_settings: link('service-settings', settingsUuid),
    service_settings_uuid: settingsUuid,
    address: relay.address,
    port: relay.port,
    version: relay.version,
    reported_at: reportedAt,
    stale: isStale,
    clusters: clusters.map(({ serverName, isReachable }) => ({ server_name: serverName, reachable: isReachable })),
    problem: relay.problem ?? '',
  }),
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List the relays to Cluster API clusters',
    description:
      'All relays that have reported within a day and belong to a management cluster that the caller sees. Cluster API reaches clusters without a floating IP through relays.',
    rule: 'visible.list',
    listing: relayListing,
  },
};

export const clusterApiRelaysResource: RestResource = {
  group: 'Operators',
  is: 'Relays, by which Cluster API reaches clusters without a floating IP.',
  operations,
};
