import { z } from 'zod';
import { paragraphs } from './fields.ts';
import type { Operation, Operations } from './operation.ts';
import { parseBody } from './parse-body.ts';

const MAX_MESSAGE = 2000;
const MAX_TRACEBACK = 8000;
export const erredBody = z.object({
  error_message: paragraphs(MAX_MESSAGE)
    .default('')
    .meta({ description: 'Why. Everybody who sees the cluster reads it.', examples: ['The zone was lost.'] }),
  error_traceback: paragraphs(MAX_TRACEBACK)
    .default('')
    .meta({ description: 'Where it failed, for whoever looks into it.', examples: ['rancher-1, 12:03'] }),
});
export const stateSetView = z.object({ detail: z.string() });

/** Throws Invalid. */
export function readErredWords(body: unknown): { message: string; traceback: string } {
  const { error_message, error_traceback } = parseBody(erredBody, body);
  return { message: error_message, traceback: error_traceback };
}

const AT_REST = 'Refused with 409 while an operation is under way on it or on its nodes. No backend is asked.';
const setOk = (summary: string): Operation => ({
  summary,
  rule: 'resource.set_state',
  description: `Of what is erred: the cluster and its resource are \`OK\` again, without an error, and are charged for from then on. Nodes keep their states. ${AT_REST}`,
  reply: stateSetView,
  replyExample: { detail: 'The state is OK.' },
  refuses: [400, 405, 409],
});
const setErred = (summary: string): Operation => ({
  summary,
  rule: 'resource.set_state',
  description: `The cluster and its resource are erred; the cluster has the words as \`error_message\`, \`error_traceback\` and in \`last_error\`. ${AT_REST}`,
  body: erredBody,
  bodyExample: { error_message: 'The zone was lost.' },
  reply: stateSetView,
  replyExample: { detail: 'The state is erred.' },
  refuses: [400, 405, 409],
});
const unlink = (summary: string): Operation => ({
  summary,
  rule: 'resource.unlink',
  description:
    'Removes the records of the resource and its cluster, in any state, and asks no backend. **What it has stays and goes on costing**: ' +
    'machines, volumes, ports, floating IPs, networks and projects in the clouds, the cluster with its accounts and tokens in Rancher, ' +
    'and what Keycloak, Vault and Argo CD have of it. Remove these by hand. Names and networks are free again, also those that ' +
    'are still in use there. An order that has not ended is canceled; orders and usages stay on record. Memberships and roles in the ' +
    'cluster go. After a 5xx the same call again finishes it.',
  status: 204,
  refuses: [405, 409],
});

/** By Waldur’s names of them; those of resources differ from those of clusters. */
export const resourceStateOperations: Operations = {
  'POST /{uuid}/set_as_ok/': setOk('Set a resource to OK'),
  'POST /{uuid}/set_as_erred/': setErred('Set a resource to erred'),
  'POST /{uuid}/unlink/': unlink('Forget a resource without deleting anything'),
};
export const clusterStateOperations: Operations = {
  'POST /{uuid}/set_ok/': setOk('Set a cluster to OK'),
  'POST /{uuid}/set_erred/': setErred('Set a cluster to erred'),
  'POST /{uuid}/unlink/': unlink('Forget a cluster without deleting anything'),
};
