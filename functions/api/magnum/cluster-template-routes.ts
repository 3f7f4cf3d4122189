import {
  createClusterApiTemplate,
  deleteClusterApiTemplate,
  getClusterApiTemplate,
  hideClusterApiTemplate,
  publishClusterApiTemplate,
  TemplateInUse,
  updateClusterApiTemplate,
} from '#shared/app/cluster-api/cluster-api-templates';
import { listClusterApiTemplates } from '#shared/app/cluster-api/list-cluster-api-templates';
import { magnumOffering } from '#shared/app/cluster-api/magnum/magnum-offering';
import {
  parseNewMagnumTemplate,
  parseTemplatePatch,
  type TemplateFlags,
} from '#shared/contracts/magnum/template-bodies';
import { viewMagnumTemplate } from '#shared/contracts/magnum/template-view';
import { parseUuid } from '#shared/domain/_core/identifier';
import type { ClusterApiTemplate } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { Conflict, Invalid, NotFound } from '#shared/errors';
import { WHOLE_LIST } from '#shared/ports/repository';
import { readBody } from '../_http/negotiate.ts';
import { noContent } from '../_http/replies.ts';
import type { MagnumCall, MagnumRoutes } from './magnum-call.ts';
import { magnumPage } from './magnum-lists.ts';

export type TemplateRoutesDeps = Parameters<typeof createClusterApiTemplate>[0];
type Deps = TemplateRoutesDeps;

async function seenTemplates(deps: Deps, { caller }: MagnumCall): Promise<ClusterApiTemplate[]> {
  const { few, list } = await listClusterApiTemplates(deps, caller, { matches: () => true });
  return [...few, ...(await list(WHOLE_LIST)).items];
}

/**
 * Finds the templates with a name in the nearest place that has one: the caller's project, then the caller's customer,
 * then the public templates of the provider. So no template of another customer makes a name ambiguous, or takes the
 * place of the caller's own or the provider's template. Public templates of other customers are found by their uuids.
 */
async function templatesNamed(deps: Deps, call: MagnumCall, wanted: string): Promise<ClusterApiTemplate[]> {
  const { project } = call;
  const named = (await seenTemplates(deps, call)).filter(({ name }) => name === wanted);
  const inProject = named.filter(({ projectUuid }) => projectUuid === project.uuid);
  const ofCustomer = named.filter(({ customerUuid }) => customerUuid === project.customerUuid);
  const nearest = [inProject, ofCustomer].find((some) => some.length > 0);
  if (nearest !== undefined || named.length === 0) return nearest ?? [];
  const provider = await providerOf(deps, call);
  return named.filter(({ customerUuid }) => customerUuid === provider);
}

/** The customer that sells clusters through this API to the caller's project. Undefined if nobody does. */
async function providerOf(deps: Deps, call: MagnumCall) {
  try {
    return (await magnumOffering(deps, call)).customerUuid;
  } catch (error) {
    if (error instanceof Conflict) return undefined;
    throw error;
  }
}

/**
 * Finds a template by its uuid or its name. Throws NotFound if no template matches, and Conflict if several templates
 * of the same place have the name.
 */
export async function findTemplate(deps: Deps, call: MagnumCall, named: string): Promise<ClusterApiTemplate> {
  const notFound = new NotFound(`ClusterTemplate ${named} could not be found.`);
  if (parseUuid(named) !== undefined) {
    return getClusterApiTemplate(deps, call.caller, named).catch((error: unknown) => {
      throw error instanceof NotFound ? notFound : error;
    });
  }
  const [template, ...others] = await templatesNamed(deps, call, named);
  if (template === undefined) throw notFound;
  if (others.length > 0) {
    throw new Conflict('Multiple ClusterTemplates exist with same name. Please use the ClusterTemplate uuid instead.');
  }
  return template;
}

const SORT_KEYS = {
  name: ({ name }: ClusterApiTemplate) => name,
  created_at: ({ created }: ClusterApiTemplate) => created,
};

const viewIn = ({ root, project, tenant }: MagnumCall, template: ClusterApiTemplate) =>
  viewMagnumTemplate(root, template, template.projectUuid === project.uuid ? tenant.backendId : null);

const listed = (deps: Deps, path: string) => async (call: MagnumCall) => {
  const { rows, next } = magnumPage(call, path, await seenTemplates(deps, call), SORT_KEYS);
  return { status: 200, body: { clustertemplates: rows.map((row) => viewIn(call, row)), ...next } };
};

/** Sets the flags of a template: whether it is public, and whether it is hidden. */
async function flagged(deps: Deps, { caller }: MagnumCall, before: ClusterApiTemplate, flags: TemplateFlags) {
  const { isPublic = before.isPublic, isHidden = before.isHidden } = flags;
  const { uuid } = before;
  const shown = isPublic === before.isPublic ? before : await publishClusterApiTemplate(deps, caller, uuid, isPublic);
  return isHidden === before.isHidden ? shown : hideClusterApiTemplate(deps, caller, uuid, isHidden);
}

/** Creates a template with its flags. If the flags cannot be set, the new template is deleted again. */
async function create(deps: Deps, call: MagnumCall): Promise<ClusterApiTemplate> {
  const { caller, project, request } = call;
  const { template: wanted, flags } = parseNewMagnumTemplate(readBody(request), project.uuid);
  const template = await createClusterApiTemplate(deps, caller, wanted);
  try {
    return await flagged(deps, call, template, flags);
  } catch (error) {
    await deleteClusterApiTemplate(deps, caller, template.uuid);
    throw error;
  }
}

async function update(deps: Deps, call: MagnumCall): Promise<ClusterApiTemplate> {
  const before = await findTemplate(deps, call, call.params.ident ?? '');
  const read = () => parseTemplatePatch(readBody(call.request), before);
  const after = await updateClusterApiTemplate(deps, call.caller, before.uuid, () => read().change);
  return flagged(deps, call, after, read().flags);
}

/** Deletes a template. If a cluster uses the template, Paddock answers 400 with Magnum's text. */
async function deleteTemplate(deps: Deps, call: MagnumCall, named: string): Promise<void> {
  const { uuid } = await findTemplate(deps, call, named);
  try {
    await deleteClusterApiTemplate(deps, call.caller, uuid);
  } catch (error) {
    if (!(error instanceof TemplateInUse)) throw error;
    throw new Invalid([`ClusterTemplate ${named} is referenced by one or multiple clusters.`], error);
  }
}

export const clusterTemplateRoutes = (deps: Deps): MagnumRoutes => ({
  'GET clustertemplates': { run: listed(deps, 'clustertemplates') },
  'GET clustertemplates/detail': { run: listed(deps, 'clustertemplates/detail') },
  'GET clustertemplates/{ident}': {
    run: async (call) => ({
      status: 200,
      body: viewIn(call, await findTemplate(deps, call, call.params.ident ?? '')),
    }),
  },
  'POST clustertemplates': {
    run: async (call) => ({ status: 201, body: viewIn(call, await create(deps, call)) }),
  },
  'PATCH clustertemplates/{ident}': {
    run: async (call) => ({ status: 200, body: viewIn(call, await update(deps, call)) }),
  },
  'DELETE clustertemplates/{ident}': {
    run: async (call) => {
      await deleteTemplate(deps, call, call.params.ident ?? '');
      return noContent;
    },
  },
});
