import type { TablesOf } from '../_http/router.ts';
import { configurationRoutes } from '../configuration/routes.ts';
import { docsRoutes, documentRoutes, type Files } from '../openapi/routes.ts';
import { rootRoutes } from '../root/routes.ts';
import { signInRoutes } from '../sign-in/routes.ts';

type Deps = Parameters<typeof configurationRoutes>[0] & Parameters<typeof signInRoutes>[0];

export const publicTables = (deps: Deps, files: Files): TablesOf<'api/public'> => ({
  '': rootRoutes,
  'openapi.json': documentRoutes(files),
  docs: docsRoutes(files),
  configuration: configurationRoutes(deps),
  'sign-in': signInRoutes(deps),
});
