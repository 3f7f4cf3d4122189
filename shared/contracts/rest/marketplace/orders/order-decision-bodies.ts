import { z } from 'zod';
import { paragraphs } from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';

const MAX_COMMENT = 2000;
const WHY = 'Why; whoever ordered reads it in the order.';
const comment = (example: string) =>
  paragraphs(MAX_COMMENT)
    .optional()
    .meta({ description: WHY, examples: [example] });
const MAX_NAMED = 20;
/** An object that has to be empty. */
const emptyObject = (message: string) =>
  z.record(z.string(), z.unknown()).superRefine((given, context) => {
    for (const name of Object.keys(given).slice(0, MAX_NAMED)) {
      context.addIssue({ code: 'custom', path: [name], message, input: given[name] });
    }
  });
const ATTRIBUTES_STAY = 'What was ordered stays as it is: approve the order, or reject it.';

export const consumerRejectionBody = z.object({
  consumer_rejection_comment: comment('We use the cluster of the other team.'),
});
export const providerRejectionBody = z.object({
  provider_rejection_comment: comment('There is no room until next month.'),
});
export const providerApprovalBody = z.object({
  attributes: emptyObject(ATTRIBUTES_STAY)
    .optional()
    .meta({ description: 'Has to be empty: what was ordered stays as it is.', examples: [{}] }),
});
/** Clusters take no attributes of their termination: what somebody asks for by one must not be lost silently. */
export const terminationBody = knownFields(
  z.object({
    attributes: emptyObject('Unknown attribute: a cluster is deleted whole.')
      .optional()
      .meta({ description: 'Has to be empty: a cluster is deleted whole.', examples: [{}] }),
  }),
  'field',
);

type DecisionWords = { comment?: string };
const words = (comment: string | undefined): DecisionWords => (comment === undefined ? {} : { comment });

/** Each throws Invalid. An empty body is fine, and so are fields that nobody knows, as in Waldur. */
export const readConsumerApproval = (body: unknown): DecisionWords => parseBody(z.object({}), body);
export const readConsumerRejection = (body: unknown): DecisionWords =>
  words(parseBody(consumerRejectionBody, body).consumer_rejection_comment);
export const readProviderRejection = (body: unknown): DecisionWords =>
  words(parseBody(providerRejectionBody, body).provider_rejection_comment);
export function readProviderApproval(body: unknown): DecisionWords {
  parseBody(providerApprovalBody, body);
  return {};
}
export function readTermination(body: unknown): void {
  parseBody(terminationBody, body);
}
