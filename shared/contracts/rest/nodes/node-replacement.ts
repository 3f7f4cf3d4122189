import { z } from 'zod';
import { reference } from '../_core/fields.ts';
import type { Operation } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { nodeView } from './rancher-nodes.ts';

/** The node that is replaced. */
const replacementBody = z.object({ node: reference('rancher-nodes') });
export const readReplacement = (body: unknown) => parseBody(replacementBody, body).node;

export const nodeReplacement: Operation = {
  summary: 'Replace a node',
  rule: 'node.replace',
  description:
    'A new node with the same role, size, volumes and tenant is added. It has the next free name and the current image. Once it works, the old node is drained and deleted. The cluster’s state does not change. The answer is the new node: read it until it is `OK`, and then the old node until it is 404. If the new node fails, the old one stays. If the old one cannot be deleted, it is `ERRED` and both exist. Repeat the call to continue. 409 while another server is missing or being changed, or while this node is being changed.',
  body: replacementBody,
  status: 202,
  reply: nodeView,
  refuses: [400, 405, 409, 502],
};
