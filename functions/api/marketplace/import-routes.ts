import { type ImportDeps, importCluster } from '#shared/app/clusters/import-cluster';
import { listImportable } from '#shared/app/clusters/list-importable';
import { importableListing, readImport } from '#shared/contracts/rest/marketplace/cluster-import';
import { resourceView, viewResource } from '#shared/contracts/rest/marketplace/marketplace-resources';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/page-of.ts';
import { readBody } from '../_http/negotiate.ts';
import { created } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** Importing clusters that the provider's Rancher already has. */
export const importRoutes = (deps: ImportDeps): Routes => ({
  'GET /{uuid}/importable_resources/': async (call) => {
    const clusters = await listImportable(deps, call.caller, call.params.uuid ?? '');
    const { matches = () => true } = readFilters(call, importableListing.filters);
    return listReply(call, pageOf(clusters.filter(matches)), importableListing);
  },
  'POST /{uuid}/import_resource/': async ({ request, params, caller, link }) => {
    const resource = await importCluster(deps, caller, {
      uuidText: params.uuid ?? '',
      readRequest: () => readImport(readBody(request)),
    });
    return created(resourceView, viewResource(link, resource));
  },
});
