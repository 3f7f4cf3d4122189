import { z } from 'zod';
import type { ClusterTemplate, TemplateNode } from '#shared/domain/planning/cluster-template';
import { nodeRole } from '#shared/domain/planning/order-attributes';
import { recordInstants } from '../_core/common-filters.ts';
import { described, type FieldText } from '../_core/field-text.ts';
import { integer, looseText, paragraphs, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';

/** Texts of the fields of a template's nodes. The texts give the unit, because Waldur's field names do not. */
const NODE_TEXTS = {
  role: {
    is: '`server` runs the control plane and etcd, `agent` runs workloads.',
    required: true,
    example: 'server',
  },
  min_vcpu: { is: 'Minimum number of vCPUs.', required: true, example: 2 },
  min_ram: {
    is: 'Minimum memory. The smallest flavor of the tenant that has `min_vcpu` and `min_ram` is used.',
    unit: 'GB',
    required: true,
    example: 8,
  },
  system_volume_size: { is: 'Size of the boot volume.', unit: 'GB', required: true, example: 80 },
  preferred_volume_type: {
    is: 'Name of the volume type of the boot volume, for tenants that have it.',
    default: '',
    example: 'ssd',
  },
} satisfies Record<string, FieldText>;

const templateNodeView = z.object({
  role: nodeRole,
  min_vcpu: z.int(),
  min_ram: z.int().meta({ description: 'Minimum memory, in GB.', examples: [8] }),
  system_volume_size: z.int().meta({ description: 'Size of the boot volume, in GB.', examples: [80] }),
  preferred_volume_type: z.string(),
});

/** A cluster template in Waldur's fields (`RancherClusterTemplate` of waldur-api-client), with its `url`. */
export const clusterTemplateView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    created: z.string(),
    modified: z.string(),
    nodes: z.array(templateNodeView),
  })
  .meta({ id: 'RancherClusterTemplate' });
export type ClusterTemplateView = z.infer<typeof clusterTemplateView>;

export const viewClusterTemplate = (link: Link, template: ClusterTemplate): ClusterTemplateView => ({
  url: link('rancher-cluster-templates', template.uuid),
  uuid: template.uuid,
  name: template.name,
  description: template.description,
  created: template.created,
  modified: template.modified,
  nodes: template.nodes.map((node) => ({
    role: node.role,
    min_vcpu: node.minVcpus,
    min_ram: node.minRamGb,
    system_volume_size: node.systemVolumeSizeGb,
    preferred_volume_type: node.preferredVolumeType,
  })),
});

/** Maximum number of nodes in a template, the same as in an order. */
const MAX_NODES = 100;
const MAX = { vcpus: 1024, ramGb: 32_768, volumeGb: 65_536 };

const templateNodeBody = knownFields(
  z.object(
    described(
      {
        role: nodeRole,
        min_vcpu: integer(1, MAX.vcpus),
        min_ram: integer(1, MAX.ramGb),
        system_volume_size: integer(1, MAX.volumeGb),
        preferred_volume_type: looseText(150).default(''),
      },
      NODE_TEXTS,
    ),
  ),
).transform(
  (node): TemplateNode => ({
    role: node.role,
    minVcpus: node.min_vcpu,
    minRamGb: node.min_ram,
    systemVolumeSizeGb: node.system_volume_size,
    preferredVolumeType: node.preferred_volume_type,
  }),
);

const fields = {
  name: text(150).meta({ description: 'Name of the template. At most 150 characters.' }),
  description: paragraphs(2000).meta({ description: 'Purpose of the template. At most 2000 characters.' }),
  nodes: z.array(templateNodeBody).min(1).max(MAX_NODES).meta({ description: 'The nodes of a cluster, at most 100.' }),
};
export const newClusterTemplateBody = z.object({ ...fields, description: fields.description.default('') });
/** Body of changes to a template. A field that is left out does not change. */
export const clusterTemplateChangeBody = z.object(fields).partial();
export const clusterTemplatePutBody = clusterTemplateChangeBody.required({ name: true, nodes: true });

export const clusterTemplateListing: Listing<ClusterTemplate, ClusterTemplateView> = {
  filters: {
    contains: { name: ({ name }) => name },
    equals: { name_exact: ({ name }) => name },
    instants: recordInstants,
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: clusterTemplateView,
  view: viewClusterTemplate,
};

const NODE = { min_vcpu: 4, min_ram: 8, system_volume_size: 80, preferred_volume_type: 'ssd' };
const example = {
  name: 'Three servers, two agents',
  description: 'One server may fail.',
  nodes: [
    ...['server', 'server', 'server'].map((role) => ({ ...NODE, role })),
    ...['agent', 'agent'].map((role) => ({ ...NODE, role, min_ram: 16 })),
  ],
};

const change = (body: z.ZodType, summary: string): ApiOperation => ({
  summary,
  rule: 'cluster_template.change',
  description: 'Fields that are left out keep their values. Earlier orders that named the template keep their nodes.',
  body,
  bodyExample: example,
  reply: clusterTemplateView,
});

const operations: ApiOperations = {
  'GET /': {
    summary: 'List cluster templates',
    rule: 'visible.list',
    description:
      'All users see all templates. An order of a self-managed cluster can name a template in `cluster_template`.',
    listing: clusterTemplateListing,
  },
  'GET /{uuid}/': { summary: 'Show a cluster template', rule: 'cluster_template.see', reply: clusterTemplateView },
  'POST /': {
    summary: 'Create a cluster template',
    rule: 'cluster_template.change',
    body: newClusterTemplateBody,
    bodyExample: example,
    status: 201,
    reply: clusterTemplateView,
  },
  'PUT /{uuid}/': change(clusterTemplatePutBody, 'Replace a cluster template'),
  'PATCH /{uuid}/': change(clusterTemplateChangeBody, 'Change a cluster template'),
  'DELETE /{uuid}/': {
    summary: 'Delete a cluster template',
    rule: 'cluster_template.change',
    description: 'Clusters that were ordered with the template do not change.',
    status: 204,
  },
};

export const rancherClusterTemplatesResource: RestResource = {
  group: 'Customers',
  is: 'Usual layouts of clusters, which orders can name. Staff changes them.',
  operations,
};
