import { z } from 'zod';
import { lineText } from '#shared/domain/_core/text/plain-text';

/** A cluster whose API server can be reached from outside the tenant's network only through a relay. */
export const relayedCluster = z
  .object({
    // The name becomes part of HAProxy's configuration, so its format is checked strictly.
    serverName: z
      .string()
      .regex(/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}$/)
      .meta({
        description:
          'The name by which clients ask for the API server. It is in the certificate of the API server, too.',
        examples: ['kube-x7k2b9fdqw.paddock'],
      }),
    address: z
      .ipv4()
      .meta({ description: 'The address of the API server in the tenant’s network.', examples: ['10.0.0.5'] }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .meta({ description: 'TCP port of the API server.', examples: [6443] }),
    networkId: z.guid().meta({
      description: 'The tenant’s network in Neutron. A host of the cloud may have a network namespace for it.',
      examples: ['2f6f1c1e-6a52-4b7e-9f0e-0a9b1c8f6d11'],
    }),
  })
  .meta({ id: 'RelayedCluster' });
export type RelayedCluster = z.infer<typeof relayedCluster>;

/** The report that a relay sends every ten seconds. Clusters stop using a relay that has not reported for 30 s. */
export const relayReport = z
  .object({
    name: lineText()
      .min(1)
      .max(253)
      .meta({ description: 'The host of the relay.', examples: ['network-1.example.org'] }),
    version: lineText()
      .max(50)
      .meta({ description: 'Release of the relay’s program. It must be Paddock’s release.', examples: ['0.1.0'] }),
    address: z.ipv4().meta({ description: 'Where clients reach the relay.', examples: ['192.0.2.5'] }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .meta({ description: 'TCP port of the relay.', examples: [44_355] }),
    clusters: z
      .array(
        z.object({
          serverName: z
            .string()
            .max(255)
            .meta({ description: 'The name of the cluster in TLS.', examples: ['kube-x7k2b9fdqw.paddock'] }),
          isReachable: z.boolean().meta({ description: 'Whether the API server of the cluster answers the relay.' }),
        }),
      )
      .max(5000)
      .meta({ description: 'Clusters that the relay serves now.' }),
    problem: lineText()
      .max(1000)
      .optional()
      .meta({
        description:
          'Sentence that says why the relay does not serve all clusters that Paddock listed in its last answer.',
        examples: ['HAProxy refuses the configuration.'],
      }),
  })
  .meta({ id: 'RelayReport' });
export type RelayReport = z.infer<typeof relayReport>;

/** The answer to a report: all clusters that the relay is allowed to serve. */
export const relayOrders = z
  .object({ clusters: z.array(relayedCluster).meta({ description: 'All clusters that the relay may serve.' }) })
  .meta({ id: 'RelayOrders' });
