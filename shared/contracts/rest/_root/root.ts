import { z } from 'zod';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

/** The answer of `GET /api/`: the URL of every collection, by its name. */
export const rootView = z.record(z.string(), z.string());

const rootOperations: ApiOperations = {
  'GET /': { summary: 'List the URLs of all collections', rule: 'visible.list', reply: rootView },
};

const documentOperations: ApiOperations = {
  'GET /': { summary: 'Show the OpenAPI document', rule: 'public.see', reply: z.record(z.string(), z.unknown()) },
};
const docsOperations: ApiOperations = {
  'GET /': { summary: 'Show the OpenAPI document as a page', rule: 'public.see', media: 'text/html' },
};

/** Waldur also shows the newest release. Paddock does not look for newer releases. */
export const versionView = z
  .object({ version: z.string().meta({ description: 'The running version of Paddock.', example: '0.1.0' }) })
  .meta({ id: 'Version' });

const versionOperations: ApiOperations = {
  'GET /': { summary: 'Show the version of this installation', rule: 'visible.list', reply: versionView },
};

export const rootResource: RestResource = {
  group: 'Programs',
  is: 'The addresses of all collections.',
  operations: rootOperations,
};

export const documentResource: RestResource = {
  group: 'Programs',
  is: 'This document.',
  operations: documentOperations,
};

export const docsResource: RestResource = {
  group: 'Programs',
  is: 'This document as a page.',
  operations: docsOperations,
};

export const versionResource: RestResource = {
  group: 'Programs',
  is: 'The running release of Paddock.',
  operations: versionOperations,
};
