import { z } from 'zod';

/** Of Waldur's types those with one plain value; its lists, and references to clouds' things, are none. */
const optionType = z.enum(['string', 'text', 'integer', 'money', 'boolean', 'select_string']);

const optionValue = z.union([z.string(), z.number(), z.boolean()]);
/** What a resource's owner has chosen, by the option's name. */
export const optionValues = z.record(z.string(), optionValue);
export type OptionValues = z.infer<typeof optionValues>;

/** What may be chosen for one option; everything but the type and the bounds is for forms, as in Waldur. */
export const resourceOption = z.object({
  type: optionType,
  label: z.string(),
  help_text: z.string().optional(),
  required: z.boolean().default(false),
  choices: z.array(z.string()).optional(),
  default: optionValue.optional(),
  min: z.int().optional(),
  max: z.int().optional(),
});
export type ResourceOption = z.infer<typeof resourceOption>;

/** An offering's `resource_options` in Waldur: what its resources may be given, and changed in, while they live. */
export const resourceOptions = z.object({
  options: z.record(z.string(), resourceOption),
  /** In which forms show them. */
  order: z.array(z.string()),
});
export type ResourceOptions = z.infer<typeof resourceOptions>;
