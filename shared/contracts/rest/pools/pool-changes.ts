import { z } from 'zod';
import type { ChangePlan, MachineStep } from '#shared/domain/pools/change/change-plan';
import { fieldClass } from '#shared/domain/pools/change/field-classes';
import type { RemovalKind } from '#shared/domain/pools/scaling/machine-removal';
import type { PoolScaling } from '#shared/domain/pools/scaling/quantity';
import { dryRunQuery, parseDryRun } from '../_core/dry-run.ts';
import { exampleUuid } from '../_core/example-uuid.ts';
import { described, type FieldText } from '../_core/field-text.ts';
import { flag, integer, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { ApiOperation, ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { rootFieldsIn } from '../_core/root-fields.ts';
import { newPoolBody } from '../marketplace/orders/pools/pool-body.ts';
import { poolUpdateBody } from '../marketplace/orders/pools/pool-update-body.ts';

const MAX_MACHINES = 1000;

const SCALE_TEXTS = {
  quantity: { is: 'Number of machines that the pool is to have.', required: true, example: 3 },
  machines: {
    is: 'Names of machines that are deleted first when the pool gets smaller.',
    without: 'unhealthy machines are deleted first, then the oldest',
    example: [],
  },
} satisfies Record<string, FieldText>;

const scaleBody = knownFields(
  z.object(
    described(
      { quantity: integer(0, MAX_MACHINES), machines: z.array(text(253)).max(MAX_MACHINES).default([]) },
      SCALE_TEXTS,
    ),
  ),
);

const changeQuery = dryRunQuery('Whether to only answer with the plan. With `true`, nothing is changed.');
const deletionQuery = changeQuery.extend({
  replace: flag()
    .default(true)
    .meta({
      ...{ type: 'boolean', examples: [false] },
      description:
        'Whether Rancher creates a new machine in place of the deleted machine. With `false`, the pool gets smaller by one.',
    }),
  force: flag()
    .default(false)
    .meta({
      ...{ type: 'boolean', examples: [false] },
      description:
        'Whether Rancher forgets the machine without deleting its server. 409 unless the cloud has refused to delete the server.',
    }),
});

type Query = URLSearchParams;
/** Parsers of the body and the query of each change. They throw Invalid with the field's name. */
export const parseScaling = (body: unknown, query: Query): PoolScaling => ({
  ...parseBody(scaleBody, body),
  isDryRun: parseDryRun(query),
});
export const parsePoolCreation = (body: unknown, query: Query) => ({
  pool: parseBody(newPoolBody, body),
  rootFields: rootFieldsIn(newPoolBody, body),
  isDryRun: parseDryRun(query),
});
export const parsePoolUpdate = (body: unknown, query: Query) => ({
  update: parseBody(poolUpdateBody, body),
  rootFields: rootFieldsIn(poolUpdateBody, body),
  isDryRun: parseDryRun(query),
});
export const parsePoolDeletion = (query: Query) => ({ isDryRun: parseDryRun(query) });
export function parseMachineDeletion(
  name: string,
  query: Query,
): { name: string; kind: RemovalKind; isDryRun: boolean } {
  const { dry_run: isDryRun, replace, force } = parseBody(deletionQuery, Object.fromEntries(query));
  const kind = replace ? 'replace' : 'shrink';
  return { name, kind: force ? 'force' : kind, isDryRun };
}

const stepKind = z.enum(['create', 'delete', 'replace', 'restart']);
/** The effects of a change of pools. They are planned before the change is made. */
export const poolChangeView = z
  .object({
    changes: z.array(
      z.object({
        pool: z.string().meta({ description: 'Name of the pool. Empty if a field of the cluster changes.' }),
        field: z.string(),
        class: fieldClass,
        text: z.string().meta({ description: 'What the change of this field does.' }),
      }),
    ),
    steps: z
      .array(
        z.object({
          kind: stepKind,
          pool: z.string().meta({ description: 'Name of the pool. Empty for `restart`, which can span pools.' }),
          count: z.int().meta({ description: 'Number of machines.' }),
          machines: z.array(z.string()).meta({ description: 'Names of the machines. Empty for new machines.' }),
        }),
      )
      .meta({ description: 'Work on machines, step by step. Machines of one step change at the same time.' }),
    expected_seconds: z.number().nullable().meta({
      description:
        'Expected duration in seconds. It is computed from how long earlier machines of the cluster took to become ready. Null if this is not known, or if the change restarts Kubernetes on machines.',
    }),
  })
  .meta({ id: 'PoolChange' });

const viewStep = (step: MachineStep) => ({
  kind: step.kind,
  pool: step.kind === 'restart' ? '' : step.pool,
  count: step.kind === 'create' ? step.count : step.machines.length,
  machines: step.kind === 'create' ? [] : step.machines,
});
export const viewPoolChange = ({ changes, steps, expectedSeconds }: ChangePlan): z.infer<typeof poolChangeView> => ({
  changes: changes.map(({ pool = '', ...change }) => ({ pool, ...change })),
  steps: steps.map(viewStep),
  expected_seconds: expectedSeconds,
});

const CHANGED =
  'The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again. With `dry_run`, or if nothing changes, the answer is 200 with the plan. ' +
  'If the cluster becomes `ERRED`, send the same change again or another one. Either call also completes the ' +
  'rest of the failed change. Stalled pools get new attempts. ';
const REFUSED =
  '400 if the cluster would lose its last machine of a role, or if the tenant’s quotas have no room. 409 while the cluster is being changed.';

/** The properties that all operations that change pools have in common. */
export const changeOperation = {
  ...{ rule: 'cluster.change_pools', query: changeQuery, status: 202, triable: true, reply: poolChangeView },
  refuses: [400, 405, 409, 502],
} as const satisfies Omit<ApiOperation, 'summary'>;

export const poolChangeOperations = {
  'POST /{uuid}/pools/': {
    ...changeOperation,
    summary: 'Add a machine pool to a cluster',
    description: `${CHANGED}${REFUSED}`,
    body: newPoolBody,
    bodyExample: {
      ...{ name: 'more', roles: ['worker'], quantity: 2 },
      ...{ flavor: exampleUuid('flavors'), networks: [exampleUuid('openstack-networks')] },
    },
  },
  'PATCH /{uuid}/pools/{pool}/': {
    ...changeOperation,
    summary: 'Change a machine pool',
    description: `Fields that are left out stay as they are; null clears a field. \`rancher-field-classes\` says which fields replace machines. Machines are replaced in one pool after the other. \`upgrade_strategy\` of the cluster says how many at the same time; members of etcd are replaced one by one. ${CHANGED}${REFUSED}`,
    body: poolUpdateBody,
    bodyExample: { labels: { 'example.org/tier': 'gpu' } },
  },
  'DELETE /{uuid}/pools/{pool}/': {
    ...changeOperation,
    summary: 'Delete a machine pool and its machines',
    description: `${CHANGED}${REFUSED}`,
  },
  'POST /{uuid}/pools/{pool}/scale/': {
    ...changeOperation,
    summary: 'Set the number of machines in a pool',
    description: `${CHANGED}${REFUSED}`,
    body: scaleBody,
    bodyExample: { quantity: 3, machines: [] },
  },
} as const satisfies ApiOperations;

export const machineChangeOperations = {
  'DELETE /{uuid}/machines/{machine}/': {
    ...changeOperation,
    summary: 'Delete a machine of a pool',
    description: `\`machine\` is the machine’s name. Rancher drains the machine if the pool has \`drain_before_delete\`, and creates another machine in its place unless \`replace\` is false. ${CHANGED}400 for the last machine with etcd or control plane. 409 while another member of etcd is unavailable.`,
    query: deletionQuery,
  },
} as const satisfies ApiOperations;
