import { z } from 'zod';
import { jsonObject, looseText } from '#shared/contracts/rest/_core/fields';
import type { ApiOperation, ApiOperations } from '#shared/contracts/rest/_core/operation';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { erredBody } from '#shared/contracts/rest/_core/resource-state';
import { newLimitsBody } from './site-agent-order-body.ts';

const MAX_METADATA = 20_000;
const MAX_KEYS = 500;
const MAX_KEY = 255;
const FOR_AGENTS =
  '`waldur-site-agent` calls this as an owner of the customer that sells the offering. 400 for clusters and for projects in a shared cluster, because Paddock sets their values itself.';

/** The answer to reports of site agents, as in Waldur. */
export const reportedView = z.object({ status: z.string() });

const backendIdBody = z.object({
  backend_id: looseText(255).meta({ description: 'Id of the object at the backend.', examples: ['hpc_simulations'] }),
});
const metadataBody = z.object({
  backend_metadata: jsonObject(MAX_KEY, MAX_KEYS, MAX_METADATA).meta({
    ...{ description: 'Any facts that the backend has about the resource.', examples: [{ qos: 'normal' }] },
  }),
});
export const parseBackendId = (body: unknown) => parseBody(backendIdBody, body).backend_id;
export const parseMetadata = (body: unknown) => parseBody(metadataBody, body).backend_metadata;

const report = (rule: ApiOperation['rule'], summary: string, description: string): ApiOperation => ({
  summary,
  rule,
  description: `${description} ${FOR_AGENTS}`,
  reply: reportedView,
  refuses: [400, 405, 409],
});

export const orderReportOperations: ApiOperations = {
  'POST /{uuid}/set_state_done/': report(
    'order.carry_out',
    'Mark an order as done',
    'The order must be `executing`. After a creation, the resource becomes `OK`. After a change, the resource gets the ordered limits. After a termination, the resource becomes `Terminated`.',
  ),
  'POST /{uuid}/set_state_erred/': {
    ...report(
      'order.carry_out',
      'Mark an order as failed',
      'The order must be `executing`. A failed order can be retried.',
    ),
    body: erredBody,
    bodyExample: { error_message: 'The account exists already.' },
  },
  'POST /{uuid}/set_state_executing/': report(
    'order.carry_out',
    'Set a failed order back to executing',
    'The order must have failed, and must be the latest order of its resource.',
  ),
  'POST /{uuid}/set_backend_id/': {
    ...report(
      'order.carry_out',
      'Set the backend id of an order',
      'The order must be `pending-provider`, `executing` or `erred`. The order shows this id as `backend_id`.',
    ),
    body: backendIdBody,
    bodyExample: { backend_id: '4711' },
  },
};

export const resourceReportOperations: ApiOperations = {
  'POST /{uuid}/set_backend_id/': {
    ...report('resource.carry_out', 'Set the backend id of a resource', 'The resource shows this id as `backend_id`.'),
    body: backendIdBody,
    bodyExample: { backend_id: 'hpc_simulations' },
  },
  'POST /{uuid}/set_limits/': {
    ...report(
      'resource.carry_out',
      'Set the limits of a resource',
      'A site agent calls this if the actual limits differ from the ordered limits.',
    ),
    body: newLimitsBody,
    bodyExample: { limits: { cpu: 64 } },
  },
  'POST /{uuid}/set_backend_metadata/': {
    ...report('resource.carry_out', 'Set the backend metadata of a resource', 'Replaces `backend_metadata`.'),
    body: metadataBody,
    bodyExample: { backend_metadata: { qos: 'normal' } },
  },
  'POST /{uuid}/refresh_last_sync/': report(
    'resource.carry_out',
    'Set the time of the last sync of a resource to now',
    'The resource shows the present time as `last_sync`.',
  ),
};
