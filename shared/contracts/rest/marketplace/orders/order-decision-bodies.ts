import { z } from 'zod';
import { paragraphs } from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';

const MAX_COMMENT = 2000;
const WHY = 'The reason. The order shows it.';
const comment = (example: string) =>
  paragraphs(MAX_COMMENT)
    .optional()
    .meta({ description: WHY, examples: [example] });
const MAX_NAMED = 20;
/** An object that callers may send only if it is empty. */
const emptyObject = (message: string) =>
  z
    .record(z.string(), z.unknown())
    .superRefine((given, context) => {
      for (const name of Object.keys(given).slice(0, MAX_NAMED)) {
        context.addIssue({ code: 'custom', path: [name], message, input: given[name] });
      }
    })
    .meta({ maxProperties: 0 });
const ATTRIBUTES_STAY = 'An order cannot be changed: approve it or reject it.';

export const consumerRejectionBody = z.object({
  consumer_rejection_comment: comment('We use the cluster of the other team.'),
});
export const providerRejectionBody = z.object({
  provider_rejection_comment: comment('There is no room until next month.'),
});
export const providerApprovalBody = z.object({
  attributes: emptyObject(ATTRIBUTES_STAY)
    .optional()
    .meta({ description: 'Must be empty, because an approval cannot change the order.', examples: [{}] }),
});
/** The body of an order that terminates a cluster. Attributes are refused, because they would have no effect. */
export const terminationBody = knownFields(
  z.object({
    attributes: emptyObject('Unknown attribute: termination always deletes the whole cluster.')
      .optional()
      .meta({ description: 'Must be empty, because termination always deletes the whole resource.', examples: [{}] }),
  }),
  'field',
);

type DecisionWords = { comment?: string };
const words = (comment: string | undefined): DecisionWords => (comment === undefined ? {} : { comment });

/**
 * Parsers of decisions about orders. As in Waldur, an empty body and unknown fields are accepted. The parsers throw
 * Invalid.
 */
export const parseConsumerApproval = (body: unknown): DecisionWords => parseBody(z.object({}), body);
export const parseConsumerRejection = (body: unknown): DecisionWords =>
  words(parseBody(consumerRejectionBody, body).consumer_rejection_comment);
export const parseProviderRejection = (body: unknown): DecisionWords =>
  words(parseBody(providerRejectionBody, body).provider_rejection_comment);
export function parseProviderApproval(body: unknown): DecisionWords {
  parseBody(providerApprovalBody, body);
  return {};
}
export function parseTermination(body: unknown): void {
  parseBody(terminationBody, body);
}
