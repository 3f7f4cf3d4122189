import { replaceYaml, showYaml } from '#shared/app/cluster-contents/content-yaml';
import { deleteContent } from '#shared/app/cluster-contents/delete-content';
import { visibleContent } from '#shared/app/cluster-contents/open-content';
import { parseDryRun } from '#shared/contracts/rest/_core/dry-run';
import type { ContentListing, ContentResource } from '#shared/contracts/rest/cluster-contents/cluster-contents';
import {
  parseYaml,
  replacedView,
  viewReplaced,
  viewYaml,
  yamlView,
} from '#shared/contracts/rest/cluster-contents/content-yaml';
import { rancherTemplates } from '#shared/contracts/rest/cluster-contents/rancher-templates';
import { parseReference, type Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { visibilityOf } from '#shared/domain/organizations/caller';
import type { PageRequest } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { withFew } from '../_http/lists/paging.ts';
import { MAX_YAML_BYTES, readBody } from '../_http/negotiate.ts';
import { accepted, noContent, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Deps = Parameters<typeof deleteContent>[0];
type Narrowed = { clusterUuid?: Uuid; projectUuid?: Uuid };

/**
 * If the query names a namespace or a project in Rancher, returns the uuid of its cluster. A `project_uuid` that is not
 * a project in Rancher counts as a project of Paddock.
 */
async function narrowedBy({ store }: Deps, query: URLSearchParams): Promise<Narrowed> {
  const uuidOf = (name: string) => parseReference(query.get(name) ?? '');
  const namespace = uuidOf('namespace_uuid');
  const inNamespace = namespace && (await store.contents.findByUuid(namespace));
  if (inNamespace) return { clusterUuid: inNamespace.clusterUuid };
  const project = uuidOf('rancher_project_uuid') ?? uuidOf('project_uuid');
  if (project === undefined) return {};
  const inProject = await store.rancherProjects.findByUuid(project);
  if (inProject) return { clusterUuid: inProject.clusterUuid };
  return uuidOf('project_uuid') === undefined ? {} : { projectUuid: project };
}

type Within = { customerUuid?: Uuid; projectUuid?: Uuid; clusterUuid?: Uuid };
/**
 * Finds the few objects that belong to no cluster, such as global catalogs. They are listed with the objects of
 * clusters. The result is not yet filtered.
 */
export type FurtherContents = (call: Call, within: Within) => Promise<ClusterContent[]>;
const NO_FURTHER: FurtherContents = async () => [];

export const contentList =
  (deps: Deps, listing: ContentListing, further = NO_FURTHER) =>
  async (call: Call) => {
    const { query } = call.request;
    const { matches, ...within } = readFilters(call, listing.filters);
    const scope = {
      visibility: visibilityOf(call.caller),
      ...(within.clusterUuid === undefined && (await narrowedBy(deps, query))),
      ...within,
    };
    const list = (page: PageRequest) => deps.store.contents.list(listing.kind, scope, page, matches);
    const few = (await further(call, scope)).filter(matches ?? (() => true));
    return listReply(call, withFew(few, list), listing);
  };

export const contentRoutes = (deps: Deps, { listing, writes }: ContentResource): Routes => ({
  'GET /': contentList(deps, listing),
  'GET /{uuid}/': async ({ params, caller, link }) =>
    ok(listing.schema, listing.view(link, await visibleContent(deps, caller, listing, params.uuid ?? ''))),
  ...(writes.delete !== undefined && {
    'DELETE /{uuid}/': async ({ params, caller }: Call) => {
      await deleteContent(deps, caller, listing, params.uuid ?? '');
      return writes.delete === 202 ? accepted : noContent;
    },
  }),
  ...(writes.yaml && yamlRoutes(deps, listing)),
});

const yamlRoutes = (deps: Deps, listing: ContentListing): Routes => ({
  'GET /{uuid}/yaml/': async ({ params, caller }) =>
    ok(yamlView, viewYaml(await showYaml(deps, caller, listing, params.uuid ?? ''))),
  'PUT /{uuid}/yaml/': async ({ request, params, caller }) => {
    const isDryRun = parseDryRun(request.query);
    const put = {
      uuidText: params.uuid ?? '',
      isDryRun,
      parseYaml: () => parseYaml(readBody(request, MAX_YAML_BYTES)),
    };
    return ok(replacedView, viewReplaced(await replaceYaml(deps, caller, listing, put), isDryRun));
  },
});

export const rancherTemplatesRoutes = (deps: Deps): Routes => contentRoutes(deps, rancherTemplates);
