import { z } from 'zod';
import type { ClusterChangePlan } from '#shared/domain/cluster-api/change/change-plan';
import { labelChange } from '#shared/domain/planning/cluster-api/labels/label-rule';
import { DEFAULT_GROUP } from '#shared/domain/planning/cluster-api/plan-cluster-api';
import { dryRunQuery, parseDryRun } from '../_core/dry-run.ts';
import { described, type FieldText } from '../_core/field-text.ts';
import { integer, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { ApiOperation, ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

import { groupBody, newGroupBody } from './node-group-bodies.ts';
import { labelsChangeBody, upgradeBody } from './upgrade-bodies.ts';

const MAX_NODES = 1000;
const MAX_NAME = 255;

/** The effects that a change will have. They are computed before the change is made. */
export const clusterApiChangeView = z
  .object({
    changes: z.array(
      z.object({
        node_group: z.string().meta({ description: 'Name of the node group. Empty for a field of the cluster.' }),
        field: z.string(),
        class: labelChange.meta({ description: 'What the change of this field does to machines.' }),
      }),
    ),
    steps: z
      .array(
        z.object({
          kind: z.enum(['create', 'delete', 'replace']),
          node_group: z.string().meta({ description: 'Name of the node group.' }),
          count: z.int().meta({ description: 'Number of machines.' }),
          machines: z.array(z.string()).meta({ description: 'Names of the machines. Empty for new machines.' }),
          at_once: z
            .int()
            .meta({ description: 'For `replace`: maximum number of machines that are replaced at the same time.' }),
        }),
      )
      .meta({
        description:
          'Work on machines: first the steps of the control plane, then those of node groups. An upgrade works on one group after the other. Other changes work on all groups at the same time.',
      }),
    objects: z.array(z.string()).meta({
      description: 'Objects on the management cluster that are written or deleted.',
      examples: [['Cluster kube-x7k2b9fdqw']],
    }),
  })
  .meta({ id: 'ClusterApiChange' });

export const viewClusterApiChange = ({
  changes,
  steps,
  objects,
}: ClusterChangePlan): z.infer<typeof clusterApiChangeView> => ({
  changes: changes.map(({ group, ...change }) => ({ node_group: group, ...change })),
  steps: steps.map(({ group, atOnce, ...step }) => ({ ...step, node_group: group, at_once: atOnce })),
  objects,
});

const CHANGED =
  'The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again. With `dry_run`, or if nothing changes, the answer is 200 with the plan. ' +
  'If the cluster becomes `ERRED`, send the same change again or another one. Either call also completes the rest of the failed change. ';
const REFUSED =
  '400 if the tenant’s quotas have no room. 409 while the cluster is being changed, and for clusters that Cluster API has not made.';

const changeOperation = {
  rule: 'cluster.change_pools',
  query: dryRunQuery('Whether to only answer with the plan. With `true`, nothing is changed.'),
  ...{ status: 202, triable: true, reply: clusterApiChangeView },
  refuses: [400, 405, 409, 502],
} as const satisfies Omit<ApiOperation, 'summary'>;

const RESIZE_TEXTS = {
  node_count: { is: 'Number of machines that the group is to have.', required: true, example: 2 },
  nodegroup: {
    is: 'Name of the node group. `default-master` is the control plane.',
    default: DEFAULT_GROUP,
    example: DEFAULT_GROUP,
  },
  nodes_to_remove: {
    is: 'Machines that are deleted first when the group gets smaller: names of machines or nodes, or ids of servers.',
    without: 'the oldest machines are deleted first',
    example: [],
  },
} satisfies Record<string, FieldText>;

const resizeBody = knownFields(
  z.object(
    described(
      {
        node_count: integer(0, MAX_NODES),
        nodegroup: text(MAX_NAME).default(DEFAULT_GROUP),
        nodes_to_remove: z.array(text(MAX_NAME)).max(MAX_NODES).default([]),
      },
      RESIZE_TEXTS,
    ),
  ),
);

/** Reads the body of a resize. Throws Invalid with the field's name. */
export function parseResize(body: unknown, query: URLSearchParams) {
  const { node_count: nodeCount, nodegroup: group, nodes_to_remove: machines } = parseBody(resizeBody, body);
  return { nodeCount, group, machines, isDryRun: parseDryRun(query) };
}

const GROUP = '`node_group` is the uuid of the group or its name. ';
const noFields = knownFields(z.object({}));
/** Reads a request for a rotation, and returns its `dry_run`. Throws Invalid, for example if the body has fields. */
export function parseRotationQuery(body: unknown, query: URLSearchParams): boolean {
  parseBody(noFields, body);
  return parseDryRun(query);
}

export const clusterApiChangeOperations = {
  'POST /{uuid}/node_groups/': {
    ...changeOperation,
    summary: 'Add a node group to a Cluster API cluster',
    description: `${CHANGED}${REFUSED}`,
    body: newGroupBody,
    bodyExample: { name: 'gpu', node_count: 2, flavor_id: 'm1.large' },
  },
  'PATCH /{uuid}/node_groups/{node_group}/': {
    ...changeOperation,
    summary: 'Change a node group',
    description: `${GROUP}Fields that are left out stay as they are. Without \`node_count\`, a number of machines outside the new bounds is set to the nearest bound. In the group \`default-master\`, only \`node_count\` and \`flavor_id\` can be changed. ${CHANGED}${REFUSED}`,
    body: groupBody,
    bodyExample: { min_node_count: 1, max_node_count: 5 },
  },
  'DELETE /{uuid}/node_groups/{node_group}/': {
    ...changeOperation,
    summary: 'Delete a node group and its machines',
    description: `${GROUP}Groups that were made together with the cluster cannot be deleted (409). ${CHANGED}${REFUSED}`,
  },
  'POST /{uuid}/upgrade_cluster_api/': {
    ...changeOperation,
    rule: 'cluster.upgrade',
    summary: 'Upgrade Kubernetes in a Cluster API cluster',
    description: `The image of the machines must contain the new version of Kubernetes. A cluster is upgraded by one minor version at a time, and never downgraded (400). Control plane machines are replaced one by one, and then one node group after the other. ${CHANGED}${REFUSED}`,
    body: upgradeBody,
    bodyExample: { kube_tag: 'v1.34.2', image_id: 'ubuntu-2204-kube-v1.34.2' },
  },
  'PATCH /{uuid}/cluster_api_labels/': {
    ...changeOperation,
    summary: 'Change labels of a Cluster API cluster',
    description: `\`cluster-api-labels\` says what a change of each label does to machines, and which labels cannot be changed. \`kube_tag\` is changed by \`upgrade_cluster_api\`. ${CHANGED}${REFUSED}`,
    body: labelsChangeBody,
    bodyExample: { labels: { auto_healing_enabled: 'false' } },
  },
  'POST /{uuid}/resize/': {
    ...changeOperation,
    summary: 'Set the number of machines of a node group or of the control plane',
    description: `The number must be within the group’s bounds. The number of control plane machines must be odd. In a group with autoscaling, the autoscaler may change the number of machines after the group has reached the requested number. ${CHANGED}${REFUSED}`,
    body: resizeBody,
    bodyExample: { node_count: 2, nodegroup: DEFAULT_GROUP },
  },
  'POST /{uuid}/rotate_credentials/': {
    ...changeOperation,
    rule: 'cluster.rotate_certificates',
    summary: 'Replace the application credential of a Cluster API cluster',
    description: `Restarts the programs in the cluster that use the application credential. No machine is replaced. The former credential is deleted when the cluster uses the new credential, some ten minutes later. ${CHANGED}${REFUSED}`,
  },
  'POST /{uuid}/renew_certificates/': {
    ...changeOperation,
    rule: 'cluster.rotate_certificates',
    summary: 'Replace the control plane certificates of a Cluster API cluster',
    description: `All control plane machines are replaced, one by one. The certificate authorities of the cluster stay, so kubeconfigs stay valid. ${CHANGED}${REFUSED}`,
  },
} as const satisfies ApiOperations;
