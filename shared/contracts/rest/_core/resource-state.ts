import { z } from 'zod';
import { paragraphs } from './fields.ts';
import type { ApiOperation, ApiOperations } from './operation.ts';
import { parseBody } from './parse-body.ts';

const MAX_MESSAGE = 2000;
const MAX_TRACEBACK = 8000;
export const erredBody = z.object({
  error_message: paragraphs(MAX_MESSAGE)
    .default('')
    .meta({
      description: 'The reason for the failure. Everybody who sees the failed object can read the reason.',
      examples: ['The zone was lost.'],
    }),
  error_traceback: paragraphs(MAX_TRACEBACK)
    .default('')
    .meta({ description: 'Where the failure happened, for those who investigate it.', examples: ['rancher-1, 12:03'] }),
});
export const stateSetView = z.object({ detail: z.string() });

/** Reads the error texts that are to be shown for an erred resource. Throws Invalid if a text is not valid. */
export function parseErredWords(body: unknown): { message: string; traceback: string } {
  const { error_message, error_traceback } = parseBody(erredBody, body);
  return { message: error_message, traceback: error_traceback };
}

const AT_REST = 'Refused with 409 while an operation on the cluster or its nodes is under way. No backend is called.';
const setOk = (summary: string): ApiOperation => ({
  summary,
  rule: 'resource.set_state',
  description: `An erred resource and its cluster become \`OK\`, and their error is removed. Charging continues from then on. Nodes keep their states. ${AT_REST}`,
  reply: stateSetView,
  replyExample: { detail: 'The state is OK.' },
  refuses: [400, 405, 409],
});
const setErred = (summary: string): ApiOperation => ({
  summary,
  rule: 'resource.set_state',
  description: `The cluster and its resource become erred. The cluster shows the texts of the request in \`error_message\`, \`error_traceback\` and \`last_error\`. ${AT_REST}`,
  body: erredBody,
  bodyExample: { error_message: 'The zone was lost.' },
  reply: stateSetView,
  replyExample: { detail: 'The state is erred.' },
  refuses: [400, 405, 409],
});
const unlink = (summary: string): ApiOperation => ({
  summary,
  rule: 'resource.unlink',
  description:
    'Removes the records of the resource and its cluster, in any state. No backend is called. **Everything in the backends stays and still costs money**: ' +
    'machines, volumes, ports, floating IPs, networks and projects in the clouds; the cluster with its accounts and tokens in Rancher; ' +
    'and its data in Keycloak, Vault and Argo CD. Remove these by hand. Names and networks of the cluster become free again, even if ' +
    'the backends still use them. Orders that have not ended are canceled. All orders and usages stay on record. Records of memberships ' +
    'and roles in the cluster are removed. After a 5xx, repeat the call to finish it.',
  status: 204,
  refuses: [405, 409],
});

/**
 * Operations that set the state of a resource, under Waldur's names. Waldur has other names for the same operations on
 * a cluster.
 */
export const resourceStateOperations: ApiOperations = {
  'POST /{uuid}/set_as_ok/': setOk('Set the state of a resource to OK'),
  'POST /{uuid}/set_as_erred/': setErred('Set the state of a resource to erred'),
  'POST /{uuid}/unlink/': unlink('Remove a resource from Paddock but keep it in the backends'),
};
export const clusterStateOperations: ApiOperations = {
  'POST /{uuid}/set_ok/': setOk('Set the state of a cluster to OK'),
  'POST /{uuid}/set_erred/': setErred('Set the state of a cluster to erred'),
  'POST /{uuid}/unlink/': unlink('Remove a cluster from Paddock but keep it in the backends'),
};
