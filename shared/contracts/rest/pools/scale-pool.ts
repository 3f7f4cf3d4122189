import { z } from 'zod';
import type { ChangePlan, MachineStep } from '#shared/domain/pools/change/change-plan';
import { fieldClass } from '#shared/domain/pools/change/field-classes';
import type { PoolScaling } from '#shared/domain/pools/scaling/quantity';
import { described, type FieldText } from '../_core/field-text.ts';
import { flag, integer, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { ApiOperation } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

const MOST_MACHINES = 1000;

const SCALE_TEXTS = {
  quantity: { is: 'Number of machines that the pool is to have.', required: true, example: 3 },
  machines: {
    is: 'Names of machines that leave first when the pool gets smaller.',
    without: 'machines that are not healthy leave first, then the oldest',
    example: [],
  },
  dry_run: { is: 'Whether to only answer with the plan and change nothing.', default: false, example: true },
} satisfies Record<string, FieldText>;

const scaleBody = knownFields(
  z.object(
    described(
      {
        quantity: integer(0, MOST_MACHINES),
        machines: z.array(text(253)).max(MOST_MACHINES).optional(),
        dry_run: flag().optional(),
      },
      SCALE_TEXTS,
    ),
  ),
);

/** Reads the body of `POST rancher-clusters/{uuid}/pools/{pool}/scale/`. Throws Invalid with the field's name. */
export function parseScaling(body: unknown): PoolScaling {
  const { quantity, machines = [], dry_run: isDryRun = false } = parseBody(scaleBody, body);
  return { quantity, machines, isDryRun };
}

const stepKind = z.enum(['create', 'delete', 'replace', 'restart']);
/** What a change of pools does, before it is made. */
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
          pool: z.string().meta({ description: 'Name of the pool. Empty if machines of several pools restart.' }),
          count: z.int().meta({ description: 'Number of machines.' }),
          machines: z.array(z.string()).meta({ description: 'Names of the machines. Empty for new machines.' }),
        }),
      )
      .meta({ description: 'Work on machines, in its order. Machines of one step change at the same time.' }),
    expected_seconds: z
      .number()
      .nullable()
      .meta({ description: 'Expected duration in seconds. Null if nothing was measured yet.' }),
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

export const scalePoolOperation = {
  summary: 'Set the number of machines in a pool',
  rule: 'cluster.change_pools',
  description:
    'The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again. With `dry_run`, or if nothing changes, the answer is 200 with the plan. ' +
    'The number is refused if the cluster would lose its last machine of a role, or if the tenant’s quotas have no room (400). No other operation may be ' +
    'running (409). If it ends `ERRED`, call this again: the change then goes on. Stalled pools get new attempts.',
  body: scaleBody,
  bodyExample: { quantity: 3, machines: [], dry_run: true },
  status: 202,
  triable: true,
  reply: poolChangeView,
  refuses: [400, 405, 409, 502],
} as const satisfies ApiOperation;
