import { z } from 'zod';
import { looseText, optional, paragraphs, text } from '../_core/fields.ts';
import type { ApiOperation } from '../_core/operation.ts';

/** The name of an object in Kubernetes. Its characters are not checked here, because Kubernetes checks them. */
export const objectName = () =>
  text(253).meta({
    description: 'The name in Kubernetes: small letters, digits and hyphens. It stays as it is.',
    examples: ['cart-2'],
  });
export const description = () =>
  optional(paragraphs(2000)).meta({ type: ['string', 'null'], description: 'Shown in Rancher, too.' });
export const labels = () => z.record(z.string().max(317), looseText(63));

/** A port by its number or its name. */
export const portOrName = () => z.union([z.int().min(1).max(65_535), text(15)]);

const IN_KUBERNETES =
  'Kubernetes answers within the call. If it refuses, the answer is 400 with its words in `details`, and the fields that are wrong in `causes`.';

const refuses = [400, 405, 409, 502] as const;
export const creation = (
  singular: string,
  reply: z.ZodType,
): Pick<ApiOperation, 'summary' | 'description' | 'rule' | 'status' | 'reply' | 'refuses'> => ({
  ...{ summary: `Create ${singular}`, rule: 'content.create', status: 201, reply, refuses },
  description: `${IN_KUBERNETES} A name that is taken is answered with 409.`,
});
export const change = (
  singular: string,
  reply: z.ZodType,
): Pick<ApiOperation, 'summary' | 'description' | 'rule' | 'reply' | 'refuses'> => ({
  ...{ summary: `Change ${singular}`, rule: 'content.update', reply, refuses },
  description: `${IN_KUBERNETES} Fields that are left out stay as they are.`,
});
