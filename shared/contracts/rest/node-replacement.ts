import { z } from 'zod';
import { reference } from './fields.ts';
import type { Operation } from './operation.ts';
import { parseBody } from './parse-body.ts';
import { nodeView } from './rancher-nodes.ts';

/** Which node another one is to be put in the place of. */
const replacementBody = z.object({ node: reference('rancher-nodes') });
export const readReplacement = (body: unknown) => parseBody(replacementBody, body).node;

export const nodeReplacement: Operation = {
  summary: 'Put another node in a node’s place',
  rule: 'node.replace',
  description:
    'A node of the same role, size, volumes and tenant is added under the next free name, from the image that machines are made of today. ' +
    'Once it works the other one is drained and goes; the cluster’s state does not change. Follow the new node, which is the answer, then the ' +
    'other until it is 404. Where the new one comes to nothing the other stays as it is; one that cannot go is `ERRED`, and both are there. ' +
    'Asked again, it goes on from there. 409, with the reason, while another server is away or is worked on, and for a node that is worked on.',
  body: replacementBody,
  status: 202,
  reply: nodeView,
  refuses: [400, 405, 409, 502],
};
