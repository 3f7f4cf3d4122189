import { z } from 'zod';
import { integer, looseText, text } from '../_core/fields.ts';

const TYPE = 'Short name, as in the configuration of the site agent.';
const BILLING =
  '`limit`: an order sets the amount, and changing it is an order too. `usage`: the site agent reports the amount used.';
const amount = (description: string) =>
  integer(0)
    .optional()
    .meta({ description, examples: [10] });

const component = z
  .object({
    type: text(50)
      .regex(/^[a-z0-9_-]+$/, 'Enter lower-case letters, digits, "_" and "-".')
      .meta({ description: TYPE, examples: ['cpu'] }),
    name: text(150).meta({ description: 'Name for customers.', examples: ['CPU cores'] }),
    description: looseText(500).default(''),
    measured_unit: looseText(30)
      .default('')
      .meta({ description: 'Unit of limits and usage.', examples: ['cores'] }),
    billing_type: z.enum(['limit', 'usage']).meta({ description: BILLING, examples: ['limit'] }),
    min_value: amount('Minimum of an order.'),
    max_value: amount('Maximum of an order.'),
    default_limit: amount('Amount of an order that names none.'),
  })
  .refine(({ min_value = 0, max_value }) => max_value === undefined || max_value >= min_value, {
    path: ['max_value'],
    message: 'Ensure this value is not less than min_value.',
  });

/** `components` of an offering of a site agent. */
export const agentComponentsBody = z
  .array(component)
  .max(50)
  .refine((all) => new Set(all.map(({ type }) => type)).size === all.length, 'Each type may be used only once.')
  .default([])
  .meta({ description: 'What a resource gets or uses. Default: nothing.' });
