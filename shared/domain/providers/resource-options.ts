import { z } from 'zod';

/** Waldur's option types with one plain value. Waldur's lists and its references to objects of clouds are not supported. */
const optionType = z.enum(['string', 'text', 'integer', 'money', 'boolean', 'select_string']);

const optionValue = z.union([z.string(), z.number(), z.boolean()]);
/** Values that a resource's owner has chosen, by option name. */
export const optionValues = z.record(z.string(), optionValue);
export type OptionValues = z.infer<typeof optionValues>;

/** The definition of one option. Values are checked only against type and bounds; the rest is for forms, as in Waldur. */
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

/** Waldur's `resource_options` of an offering: options that a resource gets when it is ordered, and that may be changed later. */
export const resourceOptions = z.object({
  options: z.record(z.string(), resourceOption),
  /** The order in which forms show the options. */
  order: z.array(z.string()),
});
export type ResourceOptions = z.infer<typeof resourceOptions>;
