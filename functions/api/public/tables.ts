import type { DepsOf, TablesOf } from '../_http/router.ts';
import { signInRoutes } from '../identity/sign-in-routes.ts';
import { configurationRoutes } from './configuration-routes.ts';
import { docsRoutes, documentRoutes, type Files } from './openapi-routes.ts';
import { rootRoutes } from './root-routes.ts';
import { versionRoutes } from './version-routes.ts';

type Deps = DepsOf<[typeof configurationRoutes, typeof signInRoutes]>;

export const publicTables = (deps: Deps, files: Files): TablesOf<'api/public'> => ({
  '': rootRoutes,
  'openapi.json': documentRoutes(files),
  docs: docsRoutes(files),
  configuration: configurationRoutes(deps),
  version: versionRoutes,
  'sign-in': signInRoutes(deps),
});
