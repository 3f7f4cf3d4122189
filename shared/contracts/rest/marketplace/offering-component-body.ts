import { z } from 'zod';
import { projectComponent } from '#shared/domain/marketplace/rancher-project-offering';
import { typesWithTakenKey } from '#shared/domain/rancher-projects/project-quota';
import { integer, looseText, MAX_AMOUNT, text } from '../_core/fields.ts';

const COMPONENT_TYPE = 'Short name, as in the configuration of the site agent.';
const BILLING =
  '`limit`: an order sets the amount, and a later order can change it. `usage`: the site agent reports the amount used.';
const amount = (description: string) =>
  integer(0, MAX_AMOUNT)
    .optional()
    .meta({ description, examples: [10] });

const componentFields = z.object({
  type: text(50)
    .regex(/^[a-z0-9_-]+$/, 'Enter lower-case letters, digits, "_" and "-".')
    .meta({ description: COMPONENT_TYPE, examples: ['cpu'] }),
  name: text(150).meta({ description: 'The name under which customers see the component.', examples: ['CPU cores'] }),
  description: looseText(500).default(''),
  measured_unit: looseText(30)
    .default('')
    .meta({ description: 'Unit of the component’s limits and usage.', examples: ['cores'] }),
  billing_type: z.enum(['limit', 'usage']).meta({ description: BILLING, examples: ['limit'] }),
  min_value: amount('Smallest amount that can be ordered. Default: `0`.'),
  max_value: amount('Largest amount that can be ordered. Default: no limit.'),
  default_limit: amount('Amount if an order does not name the component. Default: `min_value`.'),
});
type Bounds = { min_value?: number | undefined; max_value?: number | undefined };
const isInOrder = ({ min_value = 0, max_value }: Bounds) => max_value === undefined || max_value >= min_value;
const IN_ORDER = { path: ['max_value'], message: 'Ensure this value is not less than min_value.' };

const isEachOnce = (all: readonly { type: string }[]) => new Set(all.map(({ type }) => type)).size === all.length;
const ONCE = 'Each type may be used only once.';
const MAX = 50;

export const agentComponentsBody = z
  .array(componentFields.refine(isInOrder, IN_ORDER))
  .max(MAX)
  .refine(isEachOnce, ONCE)
  .default([])
  .meta({ description: 'Components: what a resource gets or uses. Default: none.' });

const PROJECT_TYPE =
  'With `billing_type` `limit`, the types `cpu`, `ram` or `memory`, `storage`, `gpu` and `pods` become limits of the project’s quota. Other types do so only with `k8s_resource`.';
const FACTOR = 'Amount in the quota for each ordered unit, in cores, GiB or items. Default: `1`.';
const RESOURCE = 'Extended resource of Kubernetes. The quota then limits `requests.<resource>`, whatever `type` is.';

export const projectComponentsBody = z
  .array(
    componentFields
      .extend({
        type: componentFields.shape.type.meta({ description: PROJECT_TYPE, examples: ['cpu'] }),
        billing_type: componentFields.shape.billing_type.meta({
          description:
            '`limit`: an order sets the amount, and the quota enforces it. `usage`: the amount is only measured.',
          examples: ['limit'],
        }),
        unit_factor: projectComponent.shape.unit_factor.meta({ description: FACTOR, examples: [1] }),
        k8s_resource: projectComponent.shape.k8s_resource.meta({
          description: RESOURCE,
          examples: ['nvidia.com/gpu-h100'],
        }),
      })
      .refine(isInOrder, IN_ORDER),
  )
  .min(1)
  .max(MAX)
  .refine(isEachOnce, ONCE)
  .refine((all) => typesWithTakenKey(all).length === 0, {
    error: ({ input }) =>
      `Another component limits the same: ${typesWithTakenKey(z.array(componentFields).parse(input)).join(', ')}.`,
  })
  .meta({ description: 'Components: what a project may use. At least one.' });
