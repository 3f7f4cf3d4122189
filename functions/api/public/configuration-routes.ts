import { configurationView, viewConfiguration } from '#shared/contracts/rest/_root/configuration';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** Portals read it before sign-in. */
export const configurationRoutes = ({ site }: { site: SiteSettings }): Routes => ({
  'GET /': { open: async () => ok(configurationView, viewConfiguration(site)) },
});
