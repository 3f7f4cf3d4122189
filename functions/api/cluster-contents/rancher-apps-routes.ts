import type { AppDeps } from '#shared/app/cluster-contents/apps/app-deps';
import { changeApp, deleteApp, rollBackApp } from '#shared/app/cluster-contents/apps/change-app';
import { createApp } from '#shared/app/cluster-contents/apps/create-app';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { appChangeBody, appUpgradeBody, newAppBody } from '#shared/contracts/rest/cluster-contents/app-operations';
import { appView, rancherApps } from '#shared/contracts/rest/cluster-contents/rancher-apps';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { readBody } from '../_http/negotiate.ts';
import { accepted, created, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { contentRoutes } from './cluster-contents-routes.ts';

const view = ({ link }: Pick<Call, 'link'>, app: ClusterContent) => rancherApps.listing.view(link, app);
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
