import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { apiDeps } from '#shared/runtime/wiring/api';
import { type ApiHandler, apiHandler } from '../_http/api-handler.ts';
import { docsRoutes, documentRoutes, type Files } from './routes.ts';

const files: Files = { read: (name) => readFile(new URL(name, import.meta.url)) };
const deps = apiDeps('api/openapi');
const document = apiHandler(deps, documentRoutes(files));
const docs = apiHandler(deps, docsRoutes(files));
const addressed = z.object({ rawPath: z.string() });

export const handler: ApiHandler = (event, context) =>
  addressed.parse(event).rawPath.startsWith('/api/docs') ? docs(event, context) : document(event, context);
