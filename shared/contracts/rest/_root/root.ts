import { z } from 'zod';
import { COLLECTIONS } from '../_core/collections.ts';
import type { ApiOperations } from '../_core/operation.ts';

/** The answer of `GET /api/`: the URL of every collection, by its name. */
export const rootView = z.record(z.enum(COLLECTIONS), z.string());

export const rootOperations: ApiOperations = {
  'GET /': { summary: 'List the URLs of all collections', rule: 'visible.list', reply: rootView },
};

export const documentOperations: ApiOperations = {
  'GET /': { summary: 'Show the OpenAPI document', rule: 'public.see', reply: z.record(z.string(), z.unknown()) },
};
export const docsOperations: ApiOperations = {
  'GET /': { summary: 'Show the OpenAPI document as a page', rule: 'public.see', media: 'text/html' },
};

/** Waldur also shows the newest release. Paddock does not look for newer releases. */
export const versionView = z
  .object({ version: z.string().meta({ description: 'The running version of Paddock.', example: '0.1.0' }) })
  .meta({ id: 'Version' });

export const versionOperations: ApiOperations = {
  'GET /': { summary: 'Show the version of this installation', rule: 'visible.list', reply: versionView },
};
