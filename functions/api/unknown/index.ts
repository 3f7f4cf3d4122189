import { z } from 'zod';
import { apiDeps } from '#shared/runtime/wiring/api';
import { type ApiHandler, apiHandler } from '../_http/api-handler.ts';
import { isRoot, rootRoutes } from './root-routes.ts';

const deps = apiDeps('api/unknown');
const root = apiHandler(deps, rootRoutes);
const nothing = apiHandler(deps, {});
const addressed = z.object({ rawPath: z.string() });

export const handler: ApiHandler = (event, context) =>
  isRoot(addressed.parse(event).rawPath) ? root(event, context) : nothing(event, context);
