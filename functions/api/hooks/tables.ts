import type { TablesOf } from '../_http/router.ts';
import { hooksEmailRoutes, hooksWebRoutes } from './hook-routes.ts';

export const hooksTables = (deps: Parameters<typeof hooksWebRoutes>[0]): TablesOf<'api/hooks'> => ({
  'hooks-web': hooksWebRoutes(deps),
  'hooks-email': hooksEmailRoutes(deps),
});
