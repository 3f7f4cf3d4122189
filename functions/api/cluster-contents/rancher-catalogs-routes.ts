import type { AppDeps } from '#shared/app/cluster-contents/apps/app-deps';
import {
  changeCatalog,
  createCatalog,
  deleteCatalog,
  getCatalog,
  refreshCatalog,
} from '#shared/app/cluster-contents/apps/catalogs';
import { listGlobalCatalogs } from '#shared/app/cluster-contents/apps/global-catalogs';
import { readTemplateVersion } from '#shared/app/cluster-contents/apps/read-template-version';
import type { ContentDeps } from '#shared/app/cluster-contents/open-content';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { catalogChangeBody, newCatalogBody } from '#shared/contracts/rest/cluster-contents/catalog-operations';
import { catalogView, rancherCatalogs } from '#shared/contracts/rest/cluster-contents/rancher-catalogs';
import {
  templateVersionView,
  viewTemplateVersion,
} from '#shared/contracts/rest/cluster-contents/rancher-template-versions';
import { asContent } from '#shared/domain/cluster-contents/apps/global-catalog';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { readBody } from '../_http/negotiate.ts';
import { created, done, noContent, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { contentList, contentRoutes, type FurtherContents } from './cluster-contents-routes.ts';

const view = ({ link }: Pick<Call, 'link'>, catalog: ClusterContent) => rancherCatalogs.listing.view(link, catalog);

/** The list of catalogs also shows the global catalogs, of which there are only a few. */
const globalCatalogs =
  (deps: AppDeps): FurtherContents =>
  async ({ caller }, { customerUuid, projectUuid, clusterUuid }) => {
    if (customerUuid !== undefined || projectUuid !== undefined) return [];
    return (await listGlobalCatalogs(deps, caller, clusterUuid)).map(asContent);
  };

/** Routes of catalogs. A catalog belongs to one cluster, or to all clusters of a provider. */
export function rancherCatalogsRoutes(deps: AppDeps): Routes {
  const change = async (call: Call) => {
    const body = () => parseBody(catalogChangeBody, readBody(call.request));
    return ok(catalogView, view(call, await changeCatalog(deps, call.caller, call.params.uuid ?? '', body)));
  };
  return {
    ...contentRoutes(deps, rancherCatalogs),
    'GET /': contentList(deps, rancherCatalogs.listing, globalCatalogs(deps)),
    'GET /{uuid}/': async (call) =>
      ok(catalogView, view(call, await getCatalog(deps, call.caller, call.params.uuid ?? ''))),
    'POST /': async (call) => {
      const wanted = parseBody(newCatalogBody, readBody(call.request));
      return created(catalogView, view(call, await createCatalog(deps, call.caller, wanted)));
    },
    'PUT /{uuid}/': change,
    'PATCH /{uuid}/': change,
    'DELETE /{uuid}/': async ({ params, caller }) => {
      await deleteCatalog(deps, caller, params.uuid ?? '');
      return noContent;
    },
    'POST /{uuid}/refresh/': {
      staff: async ({ params, caller }) => {
        await refreshCatalog(deps, caller, params.uuid ?? '');
        return done;
      },
    },
  };
}

export const rancherTemplateVersionsRoutes = (deps: ContentDeps): Routes => ({
  'GET /{uuid}/{version}/': async ({ params: { uuid = '', version = '' }, caller }) =>
    ok(templateVersionView, viewTemplateVersion(await readTemplateVersion(deps, caller, uuid, version))),
});
