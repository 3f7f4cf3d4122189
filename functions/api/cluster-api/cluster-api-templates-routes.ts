import {
  createClusterApiTemplate,
  deleteClusterApiTemplate,
  getClusterApiTemplate,
  hideClusterApiTemplate,
  publishClusterApiTemplate,
  updateClusterApiTemplate,
} from '#shared/app/cluster-api/cluster-api-templates';
import { listClusterApiTemplates } from '#shared/app/cluster-api/list-cluster-api-templates';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { templateListing, templateView, viewTemplate } from '#shared/contracts/rest/cluster-api/cluster-api-templates';
import { newTemplateBody, templateChangeBody, templatePutBody } from '#shared/contracts/rest/cluster-api/template-body';
import type { ClusterApiTemplate } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { withFew } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';

type Deps = Parameters<typeof createClusterApiTemplate>[0];
type Move = (deps: Deps, caller: Call['caller'], uuidText: string, flag: boolean) => Promise<ClusterApiTemplate>;

export function clusterApiTemplatesRoutes(deps: Deps): Routes {
  const change =
    (body: typeof templateChangeBody | typeof templatePutBody): Route =>
    async ({ request, params, caller, link }) => {
      const read = () => parseBody(body, readBody(request));
      const template = await updateClusterApiTemplate(deps, caller, params.uuid ?? '', read);
      return ok(templateView, viewTemplate(link, template));
    };
  const move =
    (to: Move, flag: boolean): Route =>
    async ({ params, caller, link }) =>
      ok(templateView, viewTemplate(link, await to(deps, caller, params.uuid ?? '', flag)));
  return {
    'GET /': async (call) => {
      const { matches = () => true, ...within } = readFilters(call, templateListing.filters);
      const { few, list } = await listClusterApiTemplates(deps, call.caller, { ...within, matches });
      return listReply(call, withFew(few, list), templateListing);
    },
    'GET /{uuid}/': async ({ params, caller, link }) =>
      ok(templateView, viewTemplate(link, await getClusterApiTemplate(deps, caller, params.uuid ?? ''))),
    'POST /': async ({ request, caller, link }) => {
      const wanted = parseBody(newTemplateBody, readBody(request));
      return created(templateView, viewTemplate(link, await createClusterApiTemplate(deps, caller, wanted)));
    },
    'PUT /{uuid}/': change(templatePutBody),
    'PATCH /{uuid}/': change(templateChangeBody),
    'POST /{uuid}/publish/': move(publishClusterApiTemplate, true),
    'POST /{uuid}/unpublish/': move(publishClusterApiTemplate, false),
    'POST /{uuid}/hide/': move(hideClusterApiTemplate, true),
    'POST /{uuid}/unhide/': move(hideClusterApiTemplate, false),
    'DELETE /{uuid}/': async ({ params, caller }) => {
      await deleteClusterApiTemplate(deps, caller, params.uuid ?? '');
      return noContent;
    },
  };
}
