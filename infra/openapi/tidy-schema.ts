import { globalRegistry } from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

type Rendered = Parameters<NonNullable<CreateDocumentOptions['override']>>[0];

/** What zod's rendering says too much or too little of. */
export function tidySchema({ zodSchema, jsonSchema, io }: Rendered): void {
  // a field more in a later version breaks no reader of today
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // every JavaScript integer has these bounds
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // zod drops examples of what is transformed, though they were given for the input
  const examples = globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}
