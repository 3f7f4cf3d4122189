import type { DepsOf, TablesOf } from '../_http/router.ts';
import { signInRoutes } from '../identity/sign-in-routes.ts';
import {
  configurationRoutes,
  docsRoutes,
  documentRoutes,
  type Files,
  rootRoutes,
  versionRoutes,
} from './public-routes.ts';

type Deps = DepsOf<[typeof configurationRoutes, typeof signInRoutes]>;

export const publicTables = (deps: Deps, files: Files): TablesOf<'api/public'> => ({
  '': rootRoutes,
  'openapi.json': documentRoutes(files),
  docs: docsRoutes(files),
  configuration: configurationRoutes(deps),
  version: versionRoutes,
  'sign-in': signInRoutes(deps),
});
