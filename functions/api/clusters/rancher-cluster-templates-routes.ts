import {
  createClusterTemplate,
  deleteClusterTemplate,
  getClusterTemplate,
  updateClusterTemplate,
} from '#shared/app/planning/cluster-templates';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  clusterTemplateChangeBody,
  clusterTemplateListing,
  clusterTemplatePutBody,
  clusterTemplateView,
  newClusterTemplateBody,
  viewClusterTemplate,
} from '#shared/contracts/rest/clusters/rancher-cluster-templates';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Route, Routes } from '../_http/router.ts';

type Deps = Parameters<typeof createClusterTemplate>[0];

const nothingRelated = async () => ({});

export function rancherClusterTemplatesRoutes(deps: Deps): Routes {
  const change = (body: typeof clusterTemplateChangeBody | typeof clusterTemplatePutBody): Route => ({
    staff: async ({ request, params, caller, link }) => {
      const read = () => parseBody(body, readBody(request));
      const template = await updateClusterTemplate(deps, caller, params.uuid ?? '', read);
      return ok(clusterTemplateView, viewClusterTemplate(link, template));
    },
  });
  return {
    'GET /': listRoute(deps.store.clusterTemplates, clusterTemplateListing, nothingRelated, async () => ({
      visibility: 'all',
    })),
    'GET /{uuid}/': async ({ params, link }) =>
      ok(clusterTemplateView, viewClusterTemplate(link, await getClusterTemplate(deps, params.uuid ?? ''))),
    'POST /': {
      staff: async ({ request, caller, link }) => {
        const read = () => parseBody(newClusterTemplateBody, readBody(request));
        return created(clusterTemplateView, viewClusterTemplate(link, await createClusterTemplate(deps, caller, read)));
      },
    },
    'PUT /{uuid}/': change(clusterTemplatePutBody),
    'PATCH /{uuid}/': change(clusterTemplateChangeBody),
    'DELETE /{uuid}/': {
      staff: async ({ params, caller }) => {
        await deleteClusterTemplate(deps, caller, params.uuid ?? '');
        return noContent;
      },
    },
  };
}
