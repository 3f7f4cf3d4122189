import { z } from 'zod';
import { labelProblem } from '#shared/domain/infrastructure/argocd-labels';
import type { Offering } from '#shared/domain/marketplace/offering';
import {
  type OptionValues,
  optionValues,
  type ResourceOption,
  type ResourceOptions,
  resourceOption,
} from '#shared/domain/providers/resource-options';
import { type FieldErrors, Invalid } from '#shared/errors';
import { described } from '../_core/field-text.ts';
import { flag, integer, MAX_AMOUNT, mapKey, mapOf, paragraphs, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import { parseBody } from '../_core/parse-body.ts';
import { managedAttributeFields } from './orders/managed-attribute-fields.ts';
import { orderAttributeFields } from './orders/order-attributes-body.ts';
import { RESOURCE_OPTION_TEXTS } from './plugin-option-texts.ts';

/**
 * Names of all attributes of orders. An option must not have one of these names, because an order has its options and
 * its attributes in the same object.
 */
const ATTRIBUTES: readonly string[] = Object.keys({ ...orderAttributeFields.shape, ...managedAttributeFields.shape });
const MAX_NAME = 317;
const optionName = mapKey(MAX_NAME)
  .min(1)
  .refine((name) => !ATTRIBUTES.includes(name), 'Choose another name: an order already has an attribute of this name.');
const MAX_TEXT = 2000;
const MAX_OPTIONS = 50;
const MAX_CHOICES = 100;
const bound = () => z.int().min(-MAX_AMOUNT).max(MAX_AMOUNT).optional();

const option = z.object(
  described(
    {
      ...resourceOption.shape,
      label: text(150),
      help_text: paragraphs(MAX_TEXT).optional(),
      choices: z.array(text(MAX_TEXT)).max(MAX_CHOICES).optional(),
      default: z.union([paragraphs(MAX_TEXT), z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT), z.boolean()]).optional(),
      min: bound(),
      max: bound(),
    },
    RESOURCE_OPTION_TEXTS,
  ),
);

/** The options that resources of an offering may have, in the format of Waldur's `OfferingOptions`. */
export const resourceOptionsBody = z.object({
  options: mapOf(optionName, option, MAX_OPTIONS).meta({
    description: 'Definition of each option, by the name of the option.',
  }),
  order: z
    .array(text(MAX_NAME))
    .max(MAX_OPTIONS)
    .default([])
    .meta({ description: 'Names of the options in the order in which forms show them.' }),
});

/** Body of `POST marketplace-provider-offerings/{uuid}/update_resource_options/`. */
export const newResourceOptionsBody = z.object({
  resource_options: resourceOptionsBody.meta({
    description: 'Definitions of all options that the offering’s resources may have.',
  }),
});

export const parseResourceOptions = (body: unknown): Pick<Offering, 'resourceOptions'> => ({
  resourceOptions: parseBody(newResourceOptionsBody, body).resource_options,
});

/** The value of a text option. Only Waldur's type `text` allows several lines. */
const textValue = (type: ResourceOption['type']) => (type === 'text' ? paragraphs(MAX_TEXT).min(1) : text(MAX_TEXT));

function valueSchema({ type, choices = [], min, max }: ResourceOption): z.ZodType {
  if (type === 'boolean') return flag();
  if (type === 'integer' || type === 'money') return integer(min ?? -MAX_AMOUNT, max ?? MAX_AMOUNT);
  return type === 'select_string' ? z.enum(choices) : textValue(type);
}

/**
 * Reads values of the options that the offering defines. An option that is left out does not change. Throws Invalid
 * with the option's name.
 */
function readValues({ options }: ResourceOptions, given: unknown, areLabels: boolean): OptionValues {
  const shape = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, valueSchema(option).optional()]),
  );
  const values = optionValues.parse(parseBody(knownFields(z.object(shape), 'option'), given));
  const problems = Object.entries(values).flatMap(([name, value]) => {
    const problem = areLabels ? labelProblem(name, value) : undefined;
    return problem === undefined ? [] : [[name, [problem]] as const];
  });
  if (problems.length > 0) throw new Invalid(Object.fromEntries(problems));
  return values;
}

const isErrors = (body: Invalid['body']): body is FieldErrors => !Array.isArray(body);

/** Body of `POST marketplace-resources/{uuid}/update_options/`. */
export const optionsChangeBody = z.object({
  options: mapOf(z.string().max(MAX_NAME), z.unknown(), MAX_OPTIONS).meta({
    description: 'Value of each option, by the name of the option.',
  }),
});

/**
 * Reads changes of a resource's options. Throws Invalid. Its field `options` has the errors of each wrong option, by
 * the option's name. If the offering defines no options, this field has Waldur's text.
 * @param areLabels whether the values become Kubernetes labels
 */
export function parseOptionsChange(definition: ResourceOptions, body: unknown, areLabels: boolean): OptionValues {
  const { options } = parseBody(optionsChangeBody, body);
  if (Object.keys(definition.options).length === 0) {
    throw new Invalid({ options: ['Metadata for resource options is not defined.'] });
  }
  try {
    return readValues(definition, options, areLabels);
  } catch (error) {
    throw error instanceof Invalid && isErrors(error.body) ? new Invalid({ options: error.body }, error) : error;
  }
}

/**
 * Reads the options that are among an order's attributes. The errors of options are at the top of the error body, like
 * the errors of attributes. Throws Invalid.
 */
export function parseOrderedOptions(
  definition: ResourceOptions,
  attributes: Readonly<Record<string, unknown>>,
  areLabels: boolean,
): OptionValues {
  const given = Object.entries(attributes).filter(([name]) => Object.hasOwn(definition.options, name));
  return readValues(definition, Object.fromEntries(given), areLabels);
}
