import type { ContentDeps } from '#shared/app/cluster-contents/open-content';
import { createHpa, updateHpa } from '#shared/app/cluster-contents/write-hpas';
import { createIngress, updateIngress } from '#shared/app/cluster-contents/write-ingresses';
import { createNamespace, updateNamespace } from '#shared/app/cluster-contents/write-namespaces';
import { createService, updateService } from '#shared/app/cluster-contents/write-services';
import { redeployWorkload, scaleWorkload } from '#shared/app/cluster-contents/write-workloads';
import type { ContentListing } from '#shared/contracts/rest/cluster-contents/cluster-contents';
import { parseHpaChange, parseNewHpa, rancherHpas } from '#shared/contracts/rest/cluster-contents/rancher-hpas';
import {
  parseIngressChange,
  parseNewIngress,
  rancherIngresses,
} from '#shared/contracts/rest/cluster-contents/rancher-ingresses';
import {
  parseNamespaceChange,
  parseNewNamespace,
  rancherNamespaces,
} from '#shared/contracts/rest/cluster-contents/rancher-namespaces';
import {
  parseNewService,
  parseServiceChange,
  rancherServices,
} from '#shared/contracts/rest/cluster-contents/rancher-services';
import { parseScale, rancherWorkloads } from '#shared/contracts/rest/cluster-contents/rancher-workloads';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { contentRoutes } from './cluster-contents-routes.ts';

type Made = Promise<ClusterContent>;

export const creating =
  ({ schema, view }: ContentListing, make: (call: Call, body: () => unknown) => Made) =>
  async (call: Call) =>
    created(schema, view(call.link, await make(call, () => readBody(call.request))));

/** Routes for PUT and PATCH. With either method, fields that the body lacks stay unchanged. */
export const changing = (
  { schema, view }: ContentListing,
  change: (call: Call, uuidText: string, body: () => unknown) => Made,
): Routes => {
  const route = async (call: Call) =>
    ok(schema, view(call.link, await change(call, call.params.uuid ?? '', () => readBody(call.request))));
  return { 'PUT /{uuid}/': route, 'PATCH /{uuid}/': route };
};

export const rancherServicesRoutes = (deps: ContentDeps): Routes => ({
  ...contentRoutes(deps, rancherServices),
  'POST /': creating(rancherServices.listing, ({ caller }, body) =>
    createService(deps, caller, parseNewService(body())),
  ),
  ...changing(rancherServices.listing, ({ caller }, uuidText, body) =>
    updateService(deps, caller, { uuidText, parseChange: () => parseServiceChange(body()) }),
  ),
});

export const rancherIngressesRoutes = (deps: ContentDeps): Routes => ({
  ...contentRoutes(deps, rancherIngresses),
  'POST /': creating(rancherIngresses.listing, ({ caller }, body) =>
    createIngress(deps, caller, parseNewIngress(body())),
  ),
  ...changing(rancherIngresses.listing, ({ caller }, uuidText, body) =>
    updateIngress(deps, caller, { uuidText, parseChange: () => parseIngressChange(body()) }),
  ),
});

export const rancherHpasRoutes = (deps: ContentDeps): Routes => ({
  ...contentRoutes(deps, rancherHpas),
  'POST /': creating(rancherHpas.listing, ({ caller }, body) => createHpa(deps, caller, parseNewHpa(body()))),
  ...changing(rancherHpas.listing, ({ caller }, uuidText, body) =>
    updateHpa(deps, caller, { uuidText, parseChange: () => parseHpaChange(body()) }),
  ),
});

export const rancherNamespacesRoutes = (deps: ContentDeps): Routes => ({
  ...contentRoutes(deps, rancherNamespaces),
  'POST /': creating(rancherNamespaces.listing, ({ caller }, body) =>
    createNamespace(deps, caller, parseNewNamespace(body())),
  ),
  ...changing(rancherNamespaces.listing, ({ caller }, uuidText, body) =>
    updateNamespace(deps, caller, { uuidText, parseChange: () => parseNamespaceChange(body()) }),
  ),
});

export const rancherWorkloadsRoutes = (deps: ContentDeps): Routes => ({
  ...contentRoutes(deps, rancherWorkloads),
  ...changing(rancherWorkloads.listing, ({ caller }, uuidText, body) =>
    scaleWorkload(deps, caller, { uuidText, parseScale: () => parseScale(body()) }),
  ),
  'POST /{uuid}/redeploy/': async ({ caller, params, link }) => {
    const { schema, view } = rancherWorkloads.listing;
    return ok(schema, view(link, await redeployWorkload(deps, caller, params.uuid ?? '')));
  },
});
