import type { TablesOf } from '../_http/router.ts';
import { hooksEmailRoutes } from './hooks-email-routes.ts';
import { hooksWebRoutes } from './hooks-web-routes.ts';

export const hooksTables = (deps: Parameters<typeof hooksWebRoutes>[0]): TablesOf<'api/hooks'> => ({
  'hooks-web': hooksWebRoutes(deps),
  'hooks-email': hooksEmailRoutes(deps),
});
