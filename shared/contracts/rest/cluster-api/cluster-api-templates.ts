import { z } from 'zod';
import {
  type ClusterApiTemplate,
  templateSpec,
  templateVisibility,
  visibilityOfTemplate,
} from '#shared/domain/planning/cluster-api/cluster-api-template';
import { recordInstants } from '../_core/common-filters.ts';
import { exampleUuid } from '../_core/example-uuid.ts';
import { described } from '../_core/field-text.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';
import { newTemplateBody, templateChangeBody, templatePutBody } from './template-body.ts';
import { TEMPLATE_TEXTS } from './template-texts.ts';

const networkDriver = templateSpec.shape.networkDriver.unwrap();

export const templateView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()).meta({ description: 'Words by which the template is found.', examples: [['gpu']] }),
    visibility: templateVisibility.meta({
      description: 'Who sees the template: users of its project, of its customer, or of all customers.',
    }),
    hidden: z.boolean().meta({ description: 'Whether only users who may change the template see it.' }),
    customer: z.string(),
    customer_uuid: z.string(),
    customer_name: z.string(),
    project: z.string().nullable(),
    project_uuid: z.string().nullable(),
    project_name: z.string().nullable(),
    created: z.string(),
    modified: z.string(),
    coe: z.literal('kubernetes'),
    server_type: z.literal('vm'),
    ...described(
      {
        image_id: z.string(),
        flavor_id: z.string().nullable(),
        master_flavor_id: z.string().nullable(),
        keypair_id: z.string().nullable(),
        external_network_id: z.string().nullable(),
        fixed_network: z.string().nullable(),
        fixed_subnet: z.string().nullable(),
        dns_nameserver: z.string(),
        docker_volume_size: z.int().nullable(),
        floating_ip_enabled: z.boolean(),
        master_lb_enabled: z.boolean(),
        network_driver: networkDriver,
        http_proxy: z.string().nullable(),
        https_proxy: z.string().nullable(),
        no_proxy: z.string().nullable(),
        insecure_registry: z.string().nullable(),
        labels: z.record(z.string(), z.string()),
      },
      TEMPLATE_TEXTS,
    ),
  })
  .meta({ id: 'ClusterApiTemplate' });
export type TemplateView = z.infer<typeof templateView>;

const viewSpec = ({ spec }: ClusterApiTemplate) => ({
  coe: 'kubernetes' as const,
  server_type: 'vm' as const,
  image_id: spec.imageId,
  flavor_id: spec.flavorId ?? null,
  master_flavor_id: spec.masterFlavorId ?? null,
  keypair_id: spec.keypairId ?? null,
  external_network_id: spec.externalNetworkId ?? null,
  fixed_network: spec.fixedNetwork ?? null,
  fixed_subnet: spec.fixedSubnet ?? null,
  dns_nameserver: spec.dnsNameservers.join(','),
  docker_volume_size: spec.dockerVolumeSize ?? null,
  floating_ip_enabled: spec.floatingIpEnabled,
  master_lb_enabled: spec.masterLbEnabled,
  network_driver: spec.networkDriver,
  http_proxy: spec.httpProxy ?? null,
  https_proxy: spec.httpsProxy ?? null,
  no_proxy: spec.noProxy ?? null,
  insecure_registry: spec.insecureRegistry ?? null,
  labels: spec.labels,
});

export const viewTemplate = (link: Link, template: ClusterApiTemplate): TemplateView => ({
  url: link('cluster-api-templates', template.uuid),
  uuid: template.uuid,
  name: template.name,
  description: template.description,
  tags: template.tags,
  visibility: visibilityOfTemplate(template),
  hidden: template.isHidden,
  customer: link('customers', template.customerUuid),
  customer_uuid: template.customerUuid,
  customer_name: template.customerName,
  project: template.projectUuid === undefined ? null : link('projects', template.projectUuid),
  project_uuid: template.projectUuid ?? null,
  project_name: template.projectName ?? null,
  created: template.created,
  modified: template.modified,
  ...viewSpec(template),
});

export const templateListing: Listing<ClusterApiTemplate, TemplateView> = {
  filters: {
    within: ['customer', 'project'],
    contains: { name: ({ name }) => name },
    equals: { name_exact: ({ name }) => name, image_id: ({ spec }) => spec.imageId },
    oneOf: { tag: ({ tags }) => tags },
    choices: {
      visibility: { values: templateVisibility.options, of: visibilityOfTemplate },
      network_driver: { values: networkDriver.options, of: ({ spec }) => spec.networkDriver },
    },
    flags: { hidden: ({ isHidden }) => isHidden },
    instants: recordInstants,
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: templateView,
  view: viewTemplate,
};

const example = {
  name: 'Kubernetes 1.33',
  description: 'Three zones, grows up to five workers.',
  image_id: 'ubuntu-2204-kube-v1.33.5',
  flavor_id: 'm1.large',
  master_flavor_id: 'm1.medium',
  external_network_id: 'public',
  network_driver: 'calico',
  labels: { kube_tag: 'v1.33.5', auto_scaling_enabled: 'true', min_node_count: '1', max_node_count: '5' },
};

const change = (body: z.ZodType, summary: string): ApiOperation => ({
  summary,
  rule: 'cluster_api_template.change',
  description:
    'Fields that are left out stay as they are. Null gives a field its default. `labels` replaces all labels. Clusters of the template do not change.',
  body,
  bodyExample: { ...example, labels: { kube_tag: 'v1.33.6' } },
  reply: templateView,
});
const move = (summary: string, rule: ApiOperation['rule'], more: Partial<ApiOperation> = {}): ApiOperation => ({
  summary,
  rule,
  reply: templateView,
  ...more,
});

const operations: ApiOperations = {
  'GET /': {
    summary: 'List templates of Cluster API clusters',
    rule: 'visible.list',
    description:
      'Templates of the caller’s projects and customers, and all public templates. A hidden template is listed only for users who may change it.',
    listing: templateListing,
  },
  'GET /{uuid}/': { summary: 'Show a template', rule: 'cluster_api_template.see', reply: templateView },
  'POST /': {
    summary: 'Create a template',
    rule: 'cluster_api_template.create',
    description:
      'The template is for one `project`, or for all projects of a `customer`. Project managers may create templates of their project. Owners may create templates of their customer and of its projects. Unknown labels are refused.',
    body: newTemplateBody,
    bodyExample: { ...example, project: exampleUuid('projects') },
    status: 201,
    reply: templateView,
  },
  'PUT /{uuid}/': change(templatePutBody, 'Replace a template'),
  'PATCH /{uuid}/': change(templateChangeBody, 'Change a template'),
  'POST /{uuid}/publish/': move('Publish a template', 'cluster_api_template.publish', {
    description:
      'Users of all customers see the template from now on. Owners may publish a template if its customer has an offering that is not archived.',
    refuses: [409],
  }),
  'POST /{uuid}/unpublish/': move('Unpublish a template', 'cluster_api_template.publish', {
    description: 'Only users of the template’s project or customer see it from now on.',
  }),
  'POST /{uuid}/hide/': move('Hide a template', 'cluster_api_template.change', {
    description: 'Only users who may change the template see it from now on. Clusters of the template stay.',
  }),
  'POST /{uuid}/unhide/': move('Unhide a template', 'cluster_api_template.change'),
  'DELETE /{uuid}/': {
    summary: 'Delete a template',
    rule: 'cluster_api_template.change',
    description: 'Refused while clusters use the template (409). The answer names the clusters that the caller sees.',
    status: 204,
    refuses: [409],
  },
};

export const clusterApiTemplatesResource: RestResource = {
  group: 'Customers',
  is: 'Templates of clusters that Cluster API makes, with labels as in Magnum.',
  operations,
};
