import { z } from 'zod';
import type { ClusterSums } from '#shared/domain/clusters/cluster-capacity';
import { COMPONENTS, componentType } from '#shared/domain/marketplace/prices/plan-prices';
import type { Project } from '#shared/domain/organizations/project';
import { type RoleGrant, roleUuid } from '#shared/domain/organizations/role';
import type { UsageSum } from '#shared/domain/usage/monthly-totals';
import { anyOf, hasRole, managesPlace, recordInstants } from '../_core/common-filters.ts';
import { exampleUuid } from '../_core/example-uuid.ts';
import { paragraphs, reference, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';
import { memberOperations } from './members.ts';

export const projectView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    customer: z.string(),
    customer_uuid: z.string(),
    customer_name: z.string(),
    created: z.string(),
  })
  .meta({ id: 'Project' });
export type ProjectView = z.infer<typeof projectView>;

export function viewProject(link: Link, project: Project): ProjectView {
  const { uuid, name, slug, description, customerUuid, customerName, created } = project;
  return {
    url: link('projects', uuid),
    uuid,
    name,
    slug,
    description,
    customer: link('customers', customerUuid),
    customer_uuid: customerUuid,
    customer_name: customerName,
    created,
  };
}

export const newProjectBody = z
  .object({ name: text(150), description: paragraphs(2000).default(''), customer: reference('customers') })
  .transform(({ name, description, customer }) => ({ name, description, customerUuid: customer }));

const projectFields = { name: text(150), description: paragraphs(2000) };
/** Bodies that change a project. PUT requires the name. Fields that are left out do not change. */
export const projectChangeBody = z.object(projectFields).partial();
export const projectPutBody = projectChangeBody.required({ name: true });

const whereIs = ({ uuid, customerUuid }: Project) => ({ projectUuid: uuid, customerUuid });
const rolesAt =
  ({ projectUuid }: ReturnType<typeof whereIs>) =>
  ({ role, scopeUuid }: RoleGrant): string[] =>
    scopeUuid === projectUuid ? [role, roleUuid(role)] : [];

export const projectListing: Listing<Project, ProjectView> = {
  filters: {
    within: ['customer', 'project'],
    contains: {
      name: ({ name }) => name,
      description: ({ description }) => description,
      customer_name: ({ customerName }) => customerName,
      query: anyOf(
        ({ name }) => name,
        ({ slug }) => slug,
        ({ description }) => description,
        ({ customerName }) => customerName,
        ({ uuid }) => uuid,
      ),
    },
    equals: { name_exact: ({ name }) => name, slug: ({ slug }) => slug },
    oneOf: { current_user_has_role: (project, asker) => asker?.grants.flatMap(rolesAt(whereIs(project))) ?? [] },
    flags: {
      can_manage: (project, asker) => managesPlace(whereIs(project), asker),
      can_admin: (project, asker) => hasRole('PROJECT.ADMIN')(whereIs(project), asker),
      accounting_is_running: () => true,
      is_removed: () => false,
      has_affiliation: () => false,
    },
    indexed: ['name', 'name_exact', 'slug'],
    instants: recordInstants,
    nothing: [
      'affiliation_name',
      'affiliation_uuid',
      'backend_id',
      'customer_native_name',
      'science_domain_uuid',
      'science_sub_domain_uuid',
    ],
    accepted: ['include_terminated', 'conceal_finished_projects'],
  },
  orderings: {
    name: ({ name }) => name,
    created: ({ created }) => created,
    customer_name: ({ customerName }) => customerName,
  },
  schema: projectView,
  view: viewProject,
};

const change = (body: z.ZodType, summary: string): ApiOperation => ({
  summary,
  rule: 'project.update',
  body,
  reply: projectView,
  description:
    'A new name is also written to the project’s tenants, orders, resources and clusters before the call answers.',
  bodyExample: { name: 'Web shop', description: 'Clusters of the shop and its tests.' },
});

/** Amounts as Kubernetes quantities. */
const figures = z.object({ cpu: z.string(), memory: z.string(), pods: z.string() });

/** Usage of one component, in Waldur's fields. Paddock has no limits on usage, so the limit is 0. */
const componentView = z
  .object({
    type: componentType,
    name: z.string(),
    description: z.literal(''),
    measured_unit: z.string(),
    billing_type: z.literal('usage'),
    /** Usage from the start of this month until now. */
    usage: z.int(),
    /** The part of `usage` that comes from clusters which no longer use anything. */
    usage_terminated: z.int(),
    limit: z.literal(0),
    limit_usage: z.literal(0),
    limit_usage_terminated: z.literal(0),
    offering_name: z.string(),
    offering_uuid: z.string(),
  })
  .meta({ id: 'ComponentStats' });

const viewComponent = ({ type, hours, hoursOfEnded, offeringName, offeringUuid }: UsageSum) => ({
  type,
  name: COMPONENTS[type].name,
  description: '' as const,
  measured_unit: COMPONENTS[type].measuredUnit,
  billing_type: 'usage' as const,
  usage: hours,
  usage_terminated: hoursOfEnded,
  limit: 0 as const,
  limit_usage: 0 as const,
  limit_usage_terminated: 0 as const,
  offering_name: offeringName,
  offering_uuid: offeringUuid,
});

export const projectStatsView = z
  .object({
    clusters: z.int(),
    /** Number of clusters in the sums `nodes`, `capacity` and `requested`. Only the 300 newest clusters are summed. */
    clusters_summed: z.int(),
    /** How many of the summed clusters add nothing, because Rancher has not reported their figures yet. */
    clusters_without_figures: z.int(),
    nodes: z.int(),
    capacity: figures,
    requested: figures,
    components: z.array(componentView),
  })
  .meta({ id: 'ProjectStats' });

export const viewProjectStats = ({
  clusters,
  summed,
  withoutFigures,
  nodes,
  capacity,
  requested,
  usage,
}: ClusterSums & { clusters: number; summed: number; usage: readonly UsageSum[] }): z.infer<
  typeof projectStatsView
> => ({
  clusters,
  clusters_summed: summed,
  clusters_without_figures: withoutFigures,
  nodes,
  capacity,
  requested,
  components: usage.map(viewComponent),
});

const operations: ApiOperations = {
  'GET /': { summary: 'List projects', rule: 'visible.list', listing: projectListing },
  'GET /{uuid}/': { summary: 'Show a project', rule: 'project.see', reply: projectView },
  'GET /{uuid}/stats/': {
    summary: 'Show totals of nodes, capacity and usage in a project',
    rule: 'project.see',
    description:
      'Sums of nodes, `capacity` and `requested` over the clusters of the project. The sums are as recent as the last pull of each cluster. At most the 300 newest clusters are summed; `clusters_summed` is their number. `components` sums this month’s usage over the 300 newest usages.',
    reply: projectStatsView,
    replyExample: {
      clusters: 2,
      clusters_summed: 2,
      clusters_without_figures: 0,
      nodes: 9,
      capacity: { cpu: '48', memory: '95946Mi', pods: '990' },
      requested: { cpu: '2900m', memory: '1768Mi', pods: '26' },
      components: [
        {
          type: 'cpu_hours',
          name: 'CPU hours',
          description: '',
          measured_unit: 'vCPU-hours',
          billing_type: 'usage',
          usage: 1536,
          usage_terminated: 0,
          limit: 0,
          limit_usage: 0,
          limit_usage_terminated: 0,
          offering_name: 'Kubernetes',
          offering_uuid: exampleUuid('marketplace-public-offerings'),
        },
      ],
    },
  },
  'POST /': {
    summary: 'Create a project',
    rule: 'project.create',
    body: newProjectBody,
    bodyExample: {
      name: 'Sample project',
      description: 'For the group of Prof. Meyer.',
      customer: exampleUuid('customers'),
    },
    status: 201,
    reply: projectView,
  },
  'PATCH /{uuid}/': change(projectChangeBody, 'Change a project'),
  'PUT /{uuid}/': change(projectPutBody, 'Replace a project'),
  'DELETE /{uuid}/': {
    summary: 'Delete an empty project',
    rule: 'project.delete',
    description:
      'Also deletes the roles, invitations and Cluster API templates of the project. Refused while the project has a registered tenant, machines of a cluster, or a resource that is not `Terminated`. Orders and usages stay on record.',
    status: 204,
    refuses: [400],
  },
  ...memberOperations('project'),
};

export const projectsResource: RestResource = {
  group: 'Customers',
  is: 'Projects, and the roles that users have in them. Orders, tenants and clusters belong to a project.',
  operations,
};
