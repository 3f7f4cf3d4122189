import { z } from 'zod';
import { COLLECTIONS } from '../_core/collections.ts';
import type { Operations } from '../_core/operation.ts';

/** `GET /api/`: the URL of every resource, by its name. */
export const rootView = z.record(z.enum(COLLECTIONS), z.string());

export const rootOperations: Operations = {
  'GET /': { summary: 'List the URLs of all collections', rule: 'visible.list', reply: rootView },
};

/** `GET /api/openapi.json`. */
export const documentOperations: Operations = {
  'GET /': { summary: 'This document', rule: 'public.see', reply: z.record(z.string(), z.unknown()) },
};
/** `GET /api/docs/`. */
export const docsOperations: Operations = {
  'GET /': { summary: 'Show this document as a page', rule: 'public.see', media: 'text/html' },
};
