import { z } from 'zod';
import { looseText, mapOf, optional, paragraphs, text } from '../_core/fields.ts';
import type { ApiOperation } from '../_core/operation.ts';

/** The name of an object in Kubernetes. Its characters are not checked here, because Kubernetes checks them. */
export const objectName = () =>
  text(253).meta({
    description: 'The name in Kubernetes: lower-case letters, digits and hyphens. It cannot be changed later.',
    examples: ['cart-2'],
  });
export const description = () =>
  optional(paragraphs(2000)).meta({
    type: ['string', 'null'],
    description: 'Description of the object. Rancher shows it too.',
  });
const MAX_LABELS = 100;
export const labels = () => mapOf(z.string().max(317), looseText(63), MAX_LABELS);

/** A port by its number or its name. */
export const portOrName = () => z.union([z.int().min(1).max(65_535), text(15)]);

const IN_KUBERNETES =
  'The object is written in Kubernetes before the call answers. If Kubernetes refuses the object, the answer is 400. `details` has Kubernetes’ message, and `causes` names the wrong fields.';

const refuses = [400, 405, 409, 502] as const;
export const creation = (
  singular: string,
  reply: z.ZodType,
): Pick<ApiOperation, 'summary' | 'description' | 'rule' | 'status' | 'reply' | 'refuses'> => ({
  ...{ summary: `Create ${singular}`, rule: 'content.create', status: 201, reply, refuses },
  description: `${IN_KUBERNETES} 409 if the name is taken.`,
});
export const change = (
  singular: string,
  reply: z.ZodType,
): Pick<ApiOperation, 'summary' | 'description' | 'rule' | 'reply' | 'refuses'> => ({
  ...{ summary: `Change ${singular}`, rule: 'content.update', reply, refuses },
  description: `${IN_KUBERNETES} Fields that are left out stay as they are.`,
});
