import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { alertmanagerMessage, clusterMessage, wokenView } from '#shared/contracts/webhooks/rancher';
import { CORRELATION, type FAILURES } from './answers.ts';
import { EXAMPLE_UUID } from './field-glossary.ts';

export const WEBHOOK_TAG = 'webhooks';

/** A provider's own credentials: users' mean nothing here, and these mean nothing elsewhere. */
export const WEBHOOK_SECURITY_SCHEMES = {
  webhookSecret: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: '<uuid of the provider>.<its webhook_secret>',
    description: 'How Alertmanager calls: `Authorization: Bearer <uuid of the provider>.<its webhook_secret>`.',
  },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Paddock-Signature',
    description:
      '`sha256=` and the HMAC-SHA256 in hex, under the provider’s `webhook_secret`, over `Paddock-Timestamp`, a dot and the body byte by byte.',
  },
} as const;

const header = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });
const headers = z.object({
  'Paddock-Provider': header('Of a signed message: the uuid of the provider.', EXAMPLE_UUID),
  'Paddock-Timestamp': header(
    'Of a signed message: seconds since 1970. More than 300 away from the server’s clock is 401.',
    '1772366400',
  ),
});

const failure = (name: keyof typeof FAILURES) => ({ $ref: `#/components/responses/${name}` });

/** What other systems call; ordinary paths, since OpenAPI's `webhooks` are calls that an API makes. */
export const WEBHOOK_PATHS: ZodOpenApiPathsObject = {
  '/webhooks/rancher': {
    post: {
      operationId: 'webhooks_rancher',
      tags: [WEBHOOK_TAG],
      summary: 'Report that something happened in a cluster',
      description:
        'Work that waits for one of these clusters looks at it at once. The body is the webhook of Alertmanager, version 4, with the labels `cluster_id`, `cluster_name` or `cluster`, or a signed message that names one cluster. Clusters without waiting work are ignored. Alerts may be repeated; a signed message counts once. At most 1 MiB and 5000 alerts, and at most 100 clusters in one call.',
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
        401: {
          description: 'Not the secret, or not the signature, of a provider: nothing else is said.',
          headers: {
            ...CORRELATION,
            'WWW-Authenticate': {
              schema: { type: 'string', examples: ['Bearer'] },
              description: 'How to authenticate.',
            },
          },
        },
        409: failure('Conflict'),
        413: failure('ContentTooLarge'),
        415: failure('UnsupportedMediaType'),
        429: failure('TooManyRequests'),
        503: failure('Unavailable'),
      },
    },
  },
};
