import { z } from 'zod';

/**
 * Waldur's option types that have a single plain value. Waldur's types for lists and for objects of clouds are not
 * supported.
 */
const optionType = z.enum(['string', 'text', 'integer', 'money', 'boolean', 'select_string']);

const optionValue = z.union([z.string(), z.number(), z.boolean()]);
/** Values that a customer has chosen for a resource, by option name. */
export const optionValues = z.record(z.string(), optionValue);
export type OptionValues = z.infer<typeof optionValues>;

/** The definition of one option. As in Waldur, Paddock checks only type and bounds. The other fields are for forms. */
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

/**
 * The options of an offering's resources (Waldur's `resource_options`). An order sets the values of the options, and
 * the values can be changed later.
 */
export const resourceOptions = z.object({
  options: z.record(z.string(), resourceOption),
  /** The order in which forms show the options. */
  order: z.array(z.string()),
});
export type ResourceOptions = z.infer<typeof resourceOptions>;
