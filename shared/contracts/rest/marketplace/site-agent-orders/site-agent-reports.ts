import { z } from 'zod';
import { looseText } from '#shared/contracts/rest/_core/fields';
import type { Operation, Operations } from '#shared/contracts/rest/_core/operation';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { erredBody } from '#shared/contracts/rest/_core/resource-state';
import { newLimitsBody } from './site-agent-order-body.ts';

const MAX_METADATA = 20_000;
const FOR_AGENTS =
  'For `waldur-site-agent`, by owners of the customer that sells the offering. Paddock reports on clusters itself: 400 for these.';

/** Waldur's answer to reports. */
export const reportedView = z.object({ status: z.string() });

const backendIdBody = z.object({
  backend_id: looseText(255).meta({ description: 'Its id at the backend.', examples: ['hpc_simulations'] }),
});
const metadataBody = z.object({
  backend_metadata: z
    .record(z.string(), z.unknown())
    .refine(
      (given) => JSON.stringify(given).length <= MAX_METADATA,
      `Ensure this is at most ${MAX_METADATA} characters of JSON.`,
    )
    .meta({ description: 'What the backend says of it, by any names.', examples: [{ qos: 'normal' }] }),
});
/** Each throws Invalid. */
export const readBackendId = (body: unknown) => parseBody(backendIdBody, body).backend_id;
export const readMetadata = (body: unknown) => parseBody(metadataBody, body).backend_metadata;

const report = (rule: Operation['rule'], summary: string, description: string): Operation => ({
  ...{ summary, rule, description: `${description} ${FOR_AGENTS}` },
  reply: reportedView,
  refuses: [400, 405, 409],
});

/** Of an order that a site agent carries out. */
export const orderReportOperations: Operations = {
  'POST /{uuid}/set_state_done/': report(
    'order.carry_out',
    'Say that an order is done',
    'Of an order that is `executing`: the resource is `OK`, has the limits that were ordered, or is `Terminated`.',
  ),
  'POST /{uuid}/set_state_erred/': {
    ...report(
      'order.carry_out',
      'Say that an order has failed',
      'Of an order that is `executing`; it may be tried again.',
    ),
    body: erredBody,
    bodyExample: { error_message: 'The account exists already.' },
  },
  'POST /{uuid}/set_state_executing/': report(
    'order.carry_out',
    'Let an order be tried again',
    'Of the last order of a resource, where it has failed.',
  ),
  'POST /{uuid}/set_backend_id/': {
    ...report('order.carry_out', 'Say what the backend calls an order', 'Shown as `backend_id`.'),
    body: backendIdBody,
    bodyExample: { backend_id: '4711' },
  },
};

/** Of a resource that a site agent looks after. */
export const resourceReportOperations: Operations = {
  'POST /{uuid}/set_backend_id/': {
    ...report('resource.carry_out', 'Say what the backend calls a resource', 'Shown as `backend_id`.'),
    body: backendIdBody,
    bodyExample: { backend_id: 'hpc_simulations' },
  },
  'POST /{uuid}/set_limits/': {
    ...report('resource.carry_out', 'Say which limits a resource has', 'Where they are not those that were ordered.'),
    body: newLimitsBody,
    bodyExample: { limits: { cpu: 64 } },
  },
  'POST /{uuid}/set_backend_metadata/': {
    ...report('resource.carry_out', 'Say what the backend knows of a resource', 'Replaces `backend_metadata`.'),
    body: metadataBody,
    bodyExample: { backend_metadata: { qos: 'normal' } },
  },
  'POST /{uuid}/refresh_last_sync/': report(
    'resource.carry_out',
    'Say that a resource was compared with its backend',
    'Shown as `last_sync`.',
  ),
};
