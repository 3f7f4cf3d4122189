import { z } from 'zod';
import { END_DATE, endDate } from '#shared/contracts/rest/_core/end-date';
import { integer, MAX_AMOUNT, mapKey, mapOf, paragraphs, text } from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';

const MAX_COMPONENTS = 50;
/** The amount of each component, by component type and in the component's unit. */
export const limitsBody = mapOf(mapKey(50).min(1), integer(0, MAX_AMOUNT), MAX_COMPONENTS);

export const siteAgentAttributesBody = knownFields(
  z.object({
    name: text(150).meta({ description: 'Name of the resource.', examples: ['simulations'] }),
    description: paragraphs(2000)
      .default('')
      .meta({ description: 'Purpose of the resource.', examples: ['For the group of Prof. Meyer.'] }),
    end_date: endDate()
      .optional()
      .meta({ description: END_DATE, examples: ['2099-12-31'] }),
  }),
);

export const newLimitsBody = z.object({
  limits: limitsBody.meta({
    description: 'New amount of each component. Components that are left out keep their amount.',
    examples: [{ cpu: 64 }],
  }),
});
export const parseNewLimits = (body: unknown) => parseBody(newLimitsBody, body).limits;
