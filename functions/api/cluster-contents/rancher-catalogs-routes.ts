import {
  changeCatalog,
  createCatalog,
  deleteCatalog,
  refreshCatalog,
} from '#shared/app/cluster-contents/apps/catalogs';
import { readTemplateVersion } from '#shared/app/cluster-contents/apps/read-template-version';
import type { ContentDeps } from '#shared/app/cluster-contents/open-content';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { catalogChangeBody, newCatalogBody } from '#shared/contracts/rest/cluster-contents/catalog-operations';
import { catalogView, rancherCatalogs } from '#shared/contracts/rest/cluster-contents/rancher-catalogs';
import {
  templateVersionView,
  viewTemplateVersion,
} from '#shared/contracts/rest/cluster-contents/rancher-template-versions';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { Ids } from '#shared/ports/runtime';
import { readBody } from '../_http/negotiate.ts';
import { created, done, noContent, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

const view = ({ link }: Pick<Call, 'link'>, catalog: ClusterContent) => rancherCatalogs.listing.view(link, catalog);

/** The routes that read catalogs are in `cluster-contents-routes.ts`. */
export function rancherCatalogsRoutes(deps: ContentDeps & { ids: Ids }): Routes {
  const change = async (call: Call) => {
    const body = () => parseBody(catalogChangeBody, readBody(call.request));
    return ok(catalogView, view(call, await changeCatalog(deps, call.caller, call.params.uuid ?? '', body)));
  };
  return {
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
