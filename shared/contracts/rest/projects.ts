import { z } from 'zod';
import type { Project } from '../../domain/project.ts';
import { paragraphs, reference, text } from './fields.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import { memberOperations } from './members.ts';
import type { Operations } from './operation.ts';
import { projectStatsView } from './project-stats.ts';

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

export const projectListing: Listing<Project, ProjectView> = {
  filters: {
    within: ['customer', 'project'],
    contains: { name: ({ name }) => name, description: ({ description }) => description },
    equals: { name_exact: ({ name }) => name, slug: ({ slug }) => slug },
    indexed: ['name', 'name_exact', 'slug'],
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: projectView,
  view: viewProject,
};

export const projectOperations: Operations = {
  'GET /': { summary: 'List projects', rule: 'visible.list', listing: projectListing },
  'GET /{uuid}/': { summary: 'Show a project', rule: 'project.see', reply: projectView },
  'GET /{uuid}/stats/': {
    summary: 'Sum up what the clusters of a project have',
    rule: 'project.see',
    description:
      'Nodes, `capacity` and `requested` of its clusters together, from their records: as fresh as the last pull of each. At most the 300 ' +
      'newest are summed; `clusters_summed` says how many.',
    reply: projectStatsView,
    replyExample: {
      ...{ clusters: 2, clusters_summed: 2, clusters_without_figures: 0, nodes: 9 },
      capacity: { cpu: '48', memory: '95946Mi', pods: '990' },
      requested: { cpu: '2900m', memory: '1768Mi', pods: '26' },
    },
  },
  'POST /': {
    summary: 'Create a project',
    rule: 'project.create',
    body: newProjectBody,
    status: 201,
    reply: projectView,
  },
  ...memberOperations('project'),
};
