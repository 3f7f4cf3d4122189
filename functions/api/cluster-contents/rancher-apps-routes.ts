import type { AppDeps } from '#shared/app/cluster-contents/apps/app-deps';
import { changeApp, deleteApp, rollBackApp } from '#shared/app/cluster-contents/apps/change-app';
import { createApp } from '#shared/app/cluster-contents/apps/create-app';
import { visibleContent } from '#shared/app/cluster-contents/open-content';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { appChangeBody, appUpgradeBody, newAppBody } from '#shared/contracts/rest/cluster-contents/app-operations';
import type { ContentListing } from '#shared/contracts/rest/cluster-contents/cluster-contents';
import { appView, rancherApps } from '#shared/contracts/rest/cluster-contents/rancher-apps';
import { shownTo } from '#shared/domain/cluster-contents/apps/shown-answers';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { readBody } from '../_http/negotiate.ts';
import { accepted, created, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { contentList, contentRoutes } from './cluster-contents-routes.ts';

const view = ({ link, caller }: Pick<Call, 'link' | 'caller'>, app: ClusterContent) =>
  rancherApps.listing.view(link, shownTo(caller, app));
const listingFor = (call: Call): ContentListing => ({ ...rancherApps.listing, view: (_link, app) => view(call, app) });
const named = ({ params, request: { correlationId } }: Call) => ({ uuidText: params.uuid ?? '', correlationId });

/**
 * Routes that create, change and delete applications. The routes that read them are in `cluster-contents-routes.ts`.
 */
export function rancherAppsRoutes(deps: AppDeps): Routes {
  const change = async (call: Call) => {
    const body = () => parseBody(appChangeBody, readBody(call.request));
    return ok(appView, view(call, await changeApp(deps, call.caller, named(call), body)));
  };
  return {
    ...contentRoutes(deps, rancherApps),
    'GET /': (call) => contentList(deps, listingFor(call))(call),
    'GET /{uuid}/': async (call) =>
      ok(appView, view(call, await visibleContent(deps, call.caller, rancherApps.listing, call.params.uuid ?? ''))),
    'POST /': async (call) => {
      const { request, caller } = call;
      const wanted = parseBody(newAppBody, readBody(request));
      return created(appView, view(call, await createApp(deps, caller, wanted, request.correlationId)));
    },
    'PUT /{uuid}/': change,
    'PATCH /{uuid}/': change,
    'POST /{uuid}/upgrade/': async (call) => {
      const body = () => parseBody(appUpgradeBody, readBody(call.request));
      const app = await changeApp(deps, call.caller, named(call), body);
      return { ...ok(appView, view(call, app)), status: 202 };
    },
    'POST /{uuid}/rollback/': async (call) => {
      const app = await rollBackApp(deps, call.caller, named(call));
      return { ...ok(appView, view(call, app)), status: 202 };
    },
    'DELETE /{uuid}/': async (call) => {
      await deleteApp(deps, call.caller, named(call));
      return accepted;
    },
  };
}
