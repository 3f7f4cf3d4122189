import { globalRegistry } from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

type Rendered = Parameters<NonNullable<CreateDocumentOptions['override']>>[0];

/** Corrects zod's rendering where it is too strict or incomplete. */
export function tidySchema({ zodSchema, jsonSchema, io }: Rendered): void {
  // an additional field in a later version must not break today's clients
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // every JavaScript integer has these bounds
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // zod drops the examples of transformed schemas, although they are examples of the input
  const examples = globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}
