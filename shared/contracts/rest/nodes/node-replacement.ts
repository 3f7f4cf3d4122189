import { z } from 'zod';
import { reference } from '../_core/fields.ts';
import type { Operation } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { nodeView } from './rancher-nodes.ts';

/** Which node another one is to be put in the place of. */
const replacementBody = z.object({ node: reference('rancher-nodes') });
export const readReplacement = (body: unknown) => parseBody(replacementBody, body).node;

export const nodeReplacement: Operation = {
  summary: 'Replace a node',
  rule: 'node.replace',
  description:
    'A node of the same role, size, volumes and tenant is added under the next free name, from the present image. Once it works, the old node is drained and deleted. The cluster’s state does not change. The answer is the new node: follow it, and then the old one until it is 404. If the new node fails, the old one stays as it is. If the old one cannot be deleted it is `ERRED`, and both exist. The same call again continues from there. 409, with the reason, while another server is missing or being changed, or while this node is being changed.',
  body: replacementBody,
  status: 202,
  reply: nodeView,
  refuses: [400, 405, 409, 502],
};
