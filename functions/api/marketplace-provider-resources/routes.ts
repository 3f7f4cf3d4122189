import type { OptionsDeps } from '#shared/app/update-resource-options';
import { resourceStateRoutes } from '../_http/resource-state-routes.ts';
import type { Routes } from '../_http/router.ts';
import { resourceReportRoutes } from './report-routes.ts';

/** What was bought, as those see it who sell it. */
export const marketplaceProviderResourcesRoutes = (deps: OptionsDeps): Routes => ({
  ...resourceReportRoutes(deps),
  'POST /{uuid}/unlink/': resourceStateRoutes(deps, 'resource').unlink,
});
