import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { relayOrders, relayReport } from '#shared/contracts/relay-exchange';
import { alertmanagerMessage, clusterMessage, wokenView } from '#shared/contracts/webhooks/rancher';
import { CORRELATION, type FAILURES } from './answers.ts';
import { EXAMPLE_UUID } from './field-glossary.ts';

export const WEBHOOK_TAG = 'webhooks';

/**
 * Credentials with which a provider's systems call web hooks. The API does not accept these credentials, and web hooks
 * accept no other credentials.
 */
export const WEBHOOK_SECURITY_SCHEMES = {
  webhookSecret: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: '<uuid of the provider>.<its webhook_secret>',
    description:
      'For Alertmanager: `Authorization: Bearer <uuid of the provider>.<its webhook_secret>`. Or, for alerts about one cluster only: `Bearer <uuid of the provider>.<uuid of the cluster>.<proof>`. The proof is the HMAC-SHA256, in hex, of `alertmanager/<uuid of the cluster>`; its key is the `webhook_secret`. The uuid of the cluster has 32 hex digits.',
  },
  relayToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: '<uuid of the provider>.<its relay_token>',
    description: 'For relays: `Authorization: Bearer <uuid of the provider>.<its relay_token>`.',
  },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Paddock-Signature',
    description:
      '`sha256=` and an HMAC-SHA256 in hex. Its key is the provider’s `webhook_secret`. It covers `Paddock-Timestamp`, a dot and the raw body.',
  },
} as const;

const header = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });
const headers = z.object({
  'Paddock-Provider': header('For a signed message: the uuid of the provider.', EXAMPLE_UUID),
  'Paddock-Timestamp': header(
    'For a signed message: seconds since 1970. If they differ from the server’s clock by more than 300 seconds, the answer is 401.',
    '1772366400',
  ),
});

const EXAMPLE_CLUSTER = {
  ...{ serverName: 'kube-x7k2b9fdqw.paddock', address: '10.0.0.5', port: 6443 },
  networkId: '2f6f1c1e-6a52-4b7e-9f0e-0a9b1c8f6d11',
};
const EXAMPLE_REPORT = {
  ...{ name: 'network-1.example.org', version: '0.1.0', address: '192.0.2.5', port: 44_355 },
  clusters: [{ serverName: EXAMPLE_CLUSTER.serverName, isReachable: true }],
};

const failure = (name: keyof typeof FAILURES) => ({ $ref: `#/components/responses/${name}` });

const UNKNOWN_CALLER = {
  description:
    'The secret, the signature or the timestamp is not valid. Only a valid signature with a wrong timestamp gets a reason.',
  headers: {
    ...CORRELATION,
    'WWW-Authenticate': {
      schema: { type: 'string', examples: ['Bearer'] },
      description: 'How to authenticate.',
    },
  },
} as const;

/**
 * Calls that other systems make to Paddock. They are under `paths`, because OpenAPI's `webhooks` are calls in the other
 * direction.
 */
export const WEBHOOK_PATHS: ZodOpenApiPathsObject = {
  '/webhooks/rancher': {
    post: {
      operationId: 'webhooks_rancher',
      tags: [WEBHOOK_TAG],
      summary: 'Report an alert or a change in a cluster',
      description:
        'Operations that wait for one of the named clusters check the cluster at once. The body is an Alertmanager webhook, version 4, with the labels `cluster_id`, `cluster_name` or `cluster`. Or it is a signed message that names one cluster. An alert with `alertname` and `cluster_name` also causes an event of the cluster. If the offering allows it, such an alert can also add a node. Alerts may be repeated. A signed message is accepted once (409 afterwards). Limits of one call: 1 MiB, 5000 alerts. It checks at most 100 clusters and causes at most 200 events.',
      security: [{ webhookSecret: [] }, { webhookSignature: [] }],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: z.union([alertmanagerMessage, clusterMessage]),
            example: { version: '4', alerts: [{ labels: { cluster_id: 'c-m-x7k2b9fd', cluster_name: 'research-1' } }] },
          },
        },
      },
      responses: {
        200: {
          description: 'Done.',
          headers: CORRELATION,
          content: { 'application/json': { schema: wokenView, example: { woken: 1 } } },
        },
        400: failure('Invalid'),
        401: UNKNOWN_CALLER,
        403: failure('NotAllowed'),
        409: failure('Conflict'),
        413: failure('ContentTooLarge'),
        415: failure('UnsupportedMediaType'),
        429: failure('TooManyRequests'),
        503: failure('Unavailable'),
      },
    },
  },
  '/webhooks/relays': {
    post: {
      operationId: 'webhooks_relays',
      tags: [WEBHOOK_TAG],
      summary: 'Report the state of a relay and get the list of clusters that it serves',
      description:
        'A relay reports every ten seconds. A cluster without a floating IP is reached through the relays that reach its API server and have reported within 30 s. The token gives no other access. If the management cluster does not answer, the answer is 503, and the relay continues to serve the same clusters. Limit of one call: 512 KiB.',
      security: [{ relayToken: [] }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: relayReport, example: EXAMPLE_REPORT } },
      },
      responses: {
        200: {
          description: 'All clusters that the relay may serve.',
          headers: CORRELATION,
          content: { 'application/json': { schema: relayOrders, example: { clusters: [EXAMPLE_CLUSTER] } } },
        },
        400: failure('Invalid'),
        401: UNKNOWN_CALLER,
        413: failure('ContentTooLarge'),
        415: failure('UnsupportedMediaType'),
        429: failure('TooManyRequests'),
        503: failure('Unavailable'),
      },
    },
  },
};
