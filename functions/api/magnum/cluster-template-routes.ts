import { getClusterApiTemplate } from '#shared/app/cluster-api/cluster-api-templates';
import { listClusterApiTemplates } from '#shared/app/cluster-api/list-cluster-api-templates';
import { viewMagnumTemplate } from '#shared/contracts/magnum/template-view';
import { parseUuid } from '#shared/domain/_core/identifier';
import type { ClusterApiTemplate } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { Conflict, NotFound } from '#shared/errors';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';
import type { MagnumCall, MagnumRoutes } from './magnum-call.ts';
import { magnumPage } from './magnum-lists.ts';

type Deps = { store: Pick<Store, 'clusterApiTemplates'> };

async function seenTemplates(deps: Deps, { caller }: MagnumCall): Promise<ClusterApiTemplate[]> {
  const { few, list } = await listClusterApiTemplates(deps, caller, { matches: () => true });
  return [...few, ...(await list(WHOLE_LIST)).items];
}

/** Finds a template by its uuid or its name. Throws NotFound, and Conflict if several templates have the name. */
export async function findTemplate(deps: Deps, call: MagnumCall, named: string): Promise<ClusterApiTemplate> {
  const notFound = new NotFound(`ClusterTemplate ${named} could not be found.`);
  if (parseUuid(named) !== undefined) {
    return getClusterApiTemplate(deps, call.caller, named).catch((error: unknown) => {
      throw error instanceof NotFound ? notFound : error;
    });
  }
  const [template, ...others] = (await seenTemplates(deps, call)).filter(({ name }) => name === named);
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

/** The template as Magnum shows it. */
const viewIn = ({ root, project, tenant }: MagnumCall, template: ClusterApiTemplate) =>
  viewMagnumTemplate(root, template, template.projectUuid === project.uuid ? tenant.backendId : null);

const listed = (deps: Deps, path: string) => async (call: MagnumCall) => {
  const { rows, next } = magnumPage(call, path, await seenTemplates(deps, call), SORT_KEYS);
  return { status: 200, body: { clustertemplates: rows.map((row) => viewIn(call, row)), ...next } };
};

export const clusterTemplateRoutes = (deps: Deps): MagnumRoutes => ({
  'GET clustertemplates': { run: listed(deps, 'clustertemplates') },
  'GET clustertemplates/detail': { run: listed(deps, 'clustertemplates/detail') },
  'GET clustertemplates/{ident}': {
    run: async (call) => ({
      status: 200,
      body: viewIn(call, await findTemplate(deps, call, call.params.ident ?? '')),
    }),
  },
});
