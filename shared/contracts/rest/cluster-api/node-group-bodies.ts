import { z } from 'zod';
import type { GroupFields, NewGroup } from '#shared/domain/cluster-api/change/wanted-group';
import { taint } from '#shared/domain/planning/pools/pool-spec';
import { parseDryRun } from '../_core/dry-run.ts';
import { changeTexts, described, type FieldText } from '../_core/field-text.ts';
import { flag, integer, looseText, mapKey, mapOf, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import { parseBody } from '../_core/parse-body.ts';
import { TAINT_TEXTS } from '../marketplace/orders/pools/pool-attribute-texts.ts';

const MAX_NODES = 1000;
const MAX_NAME = 255;
/** Kubernetes' maximum lengths of a label's key, including its domain, and of a label's value. */
const MAX_KEY = 317;
const MAX_VALUE = 63;
const MAX_TAINTS = 50;
const MAX_LABELS = 100;
/**
 * Maximum number of machines that are drained at the same time. If more were drained, too many workloads would be down.
 */
const MAX_BATCH = 50;

const OF_FIRST = 'the same as in `default-worker`';

const FIELD_TEXTS = {
  node_count: { is: 'Number of machines that the group is to have.', default: 1, example: 2 },
  min_node_count: { is: 'The fewest machines that the group may have.', default: 0, example: 1 },
  max_node_count: {
    is: 'The most machines that the group may have. Null removes the limit.',
    without: 'no limit; with autoscaling one more than the fewest machines',
    example: 5,
  },
  auto_scaling_enabled: {
    is: 'Whether the autoscaler chooses the number of machines.',
    default: false,
    example: false,
  },
  flavor_id: { is: 'Name or id of the flavor.', without: OF_FIRST, example: 'm1.large' },
  availability_zone: {
    is: 'Availability zone of the machines. With an empty text the cloud chooses.',
    without: OF_FIRST,
    example: 'nova',
  },
  max_batch_size: { is: 'How many machines are replaced at the same time.', default: 1, example: 1 },
  node_labels: { is: 'Labels of the nodes.', without: 'no labels', example: { 'example.org/tier': 'gpu' } },
  node_taints: { is: 'Taints of the nodes.', without: 'no taints', example: [] },
} satisfies Record<string, FieldText>;

const taintBody = knownFields(
  z.object(
    described({ key: text(MAX_KEY), value: looseText(MAX_VALUE).default(''), effect: taint.shape.effect }, TAINT_TEXTS),
  ),
);

const fields = {
  node_count: integer(0, MAX_NODES).optional(),
  min_node_count: integer(0, MAX_NODES).optional(),
  max_node_count: integer(1, MAX_NODES).nullable().optional(),
  auto_scaling_enabled: flag().optional(),
  flavor_id: text(MAX_NAME).optional(),
  availability_zone: looseText(MAX_NAME).optional(),
  max_batch_size: integer(1, MAX_BATCH).optional(),
  node_labels: mapOf(mapKey(MAX_KEY), looseText(MAX_VALUE), MAX_LABELS).optional(),
  node_taints: z.array(taintBody).max(MAX_TAINTS).optional(),
};

const NAME_TEXTS = {
  name: {
    is: 'Name of the group: at most 30 lower-case letters, digits and hyphens. It begins with a letter.',
    required: true,
    example: 'gpu',
  },
  role: {
    is: 'Role of the group. Its nodes have the label `node-role.kubernetes.io/<role>`.',
    default: 'worker',
    example: 'worker',
  },
} satisfies Record<string, FieldText>;

export const newGroupBody = knownFields(
  z.object(
    described(
      { name: text(MAX_NAME), role: text(MAX_NAME).default('worker'), ...fields },
      { ...NAME_TEXTS, ...FIELD_TEXTS },
    ),
  ),
);
export const groupBody = knownFields(z.object(described(fields, changeTexts(FIELD_TEXTS))));

const fieldsOf = (body: z.output<typeof groupBody>): GroupFields => ({
  nodeCount: body.node_count,
  min: body.min_node_count,
  max: body.max_node_count,
  isAutoscaled: body.auto_scaling_enabled,
  flavor: body.flavor_id,
  availabilityZone: body.availability_zone,
  maxBatchSize: body.max_batch_size,
  labels: body.node_labels,
  taints: body.node_taints,
});

type Query = URLSearchParams;
/** Parses the body and the query of a request for a new node group. Throws Invalid with the field's name. */
export function parseNewGroup(body: unknown, query: Query): { group: NewGroup; isDryRun: boolean } {
  const { name, role, ...given } = parseBody(newGroupBody, body);
  return { group: { name, role, ...fieldsOf(given) }, isDryRun: parseDryRun(query) };
}
export const parseGroupChange = (body: unknown, query: Query) => ({
  fields: fieldsOf(parseBody(groupBody, body)),
  isDryRun: parseDryRun(query),
});
export const parseGroupDeletion = (query: Query) => ({ isDryRun: parseDryRun(query) });
