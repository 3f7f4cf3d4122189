import { z } from 'zod';
import { defineRecord } from '../../_core/define-record.ts';
import { uuid } from '../../_core/identifier.ts';
import { record } from '../../_core/record.ts';
import { type Caller, canSee, canSeeCustomer, type Place } from '../../organizations/caller.ts';
import { may } from '../../organizations/permission.ts';
import { labelTexts } from './template-labels.ts';

/** The part of a template that describes a cluster. The fields are those of Magnum's cluster templates. */
export const templateSpec = z.object({
  /** Name or id of the image of all machines. */
  imageId: z.string(),
  /** Name or id of the flavor of workers. If absent, each order must name a flavor. */
  flavorId: z.string().optional(),
  /** Name or id of the flavor of control plane machines. If absent, each order must name a flavor. */
  masterFlavorId: z.string().optional(),
  /** Name of the key pair in the cloud with the SSH key that machines get. */
  keypairId: z.string().optional(),
  /** Name or id of the network from which floating IPs come. */
  externalNetworkId: z.string().optional(),
  /** Name or id of an existing network for the machines. If absent, Cluster API creates a network for the cluster. */
  fixedNetwork: z.string().optional(),
  /** Name or id of an existing subnet for the machines. */
  fixedSubnet: z.string().optional(),
  /** DNS servers (IPv4) of the network that Cluster API creates. If empty, the cloud's DNS servers are used. */
  dnsNameservers: z.array(z.string()).default([]),
  /** Size of a separate disk for containers, in GB. Without it, containers are on the root disk. */
  dockerVolumeSize: z.number().int().positive().optional(),
  floatingIpEnabled: z.boolean().default(false),
  /** Whether the Kubernetes API stands behind a load balancer. */
  masterLbEnabled: z.boolean().default(true),
  networkDriver: z.enum(['calico', 'cilium']).default('calico'),
  httpProxy: z.string().optional(),
  httpsProxy: z.string().optional(),
  /** Hosts that machines call without the proxy. */
  noProxy: z.string().optional(),
  /** A registry that machines use without TLS. */
  insecureRegistry: z.string().optional(),
  labels: labelTexts.default({}),
});
export type TemplateSpec = z.infer<typeof templateSpec>;

/**
 * Fields of Magnum's templates that have no effect. They are stored, because Terraform compares a template with the
 * values that Terraform has written.
 */
const magnumFields = z.object({
  apiserver_port: z.number().int().optional(),
  cluster_distro: z.string().optional(),
  docker_storage_driver: z.string().optional(),
  volume_driver: z.string().optional(),
});
export type MagnumFields = z.infer<typeof magnumFields>;

/**
 * A template for Cluster API clusters. The template belongs to a customer, or to a project of the customer. The
 * template's customer and project never change. A cluster copies its template, so that a change of the template changes
 * no cluster (docs/decisions/0095-a-cluster-copies-its-template.md).
 */
export const clusterApiTemplate = record.extend({
  name: z.string(),
  description: z.string(),
  customerUuid: uuid,
  customerName: z.string(),
  /** Absent for a template of the whole customer. */
  projectUuid: uuid.optional(),
  projectName: z.string().optional(),
  /** Whether users of all customers see the template. */
  isPublic: z.boolean(),
  /** Whether only users who may change the template see it. */
  isHidden: z.boolean(),
  tags: z.array(z.string()),
  spec: templateSpec,
  magnum: magnumFields.optional(),
});
export type ClusterApiTemplate = z.infer<typeof clusterApiTemplate>;

export const templateVisibility = z.enum(['project', 'customer', 'public']);
export type TemplateVisibility = z.infer<typeof templateVisibility>;

export function visibilityOfTemplate({ isPublic, projectUuid }: ClusterApiTemplate): TemplateVisibility {
  if (isPublic) return 'public';
  return projectUuid === undefined ? 'customer' : 'project';
}

export const placeOfTemplate = ({ customerUuid, projectUuid }: ClusterApiTemplate): Place => ({
  customerUuid,
  ...(projectUuid !== undefined && { projectUuid }),
});

const SEEN: Readonly<Record<TemplateVisibility, (caller: Caller, place: Place) => boolean>> = {
  public: () => true,
  customer: (caller, { customerUuid }) => canSeeCustomer(caller, customerUuid),
  project: canSee,
};

/**
 * The right to change, hide or delete the template. Users of all customers rely on a published template, so only those
 * who may publish it may do so.
 */
export const rightToChange = ({ isPublic }: Pick<ClusterApiTemplate, 'isPublic'>) =>
  isPublic ? 'cluster_api_template.publish' : 'cluster_api_template.change';

/** Maximum number of templates of a customer. A list reads all templates of the caller's customers. */
export const MAX_TEMPLATES = 100;

/** Whether the caller sees the template. Support sees all templates. */
export function seesTemplate(caller: Caller, template: ClusterApiTemplate): boolean {
  const place = placeOfTemplate(template);
  if (template.isHidden) return caller.user.isSupport || may(caller, rightToChange(template), place);
  return SEEN[visibilityOfTemplate(template)](caller, place);
}

/** The filter by which the store finds public templates without reading all others. */
export const PUBLIC_TEMPLATES = { audience: ['public'] } as const;
const audienceOf = ({ isPublic }: ClusterApiTemplate): 'public' | undefined => (isPublic ? 'public' : undefined);

export const clusterApiTemplateRecord = defineRecord({
  name: 'CLUSTER_API_TEMPLATE',
  title: 'ClusterApiTemplate',
  schema: clusterApiTemplate,
  listedBy: ['customer', 'project'],
  filters: {
    match: { of: audienceOf, filters: { audience: (item) => [audienceOf(item) ?? ''] } },
  },
  audit: {
    model: 'ClusterApi.ClusterTemplate',
    title: 'Cluster template',
    created: 'cluster_api_template_created',
    updated: 'cluster_api_template_updated',
    deleted: 'cluster_api_template_deleted',
    fields: {
      name: 'shown',
      description: 'shown',
      customerUuid: 'hidden',
      customerName: 'hidden',
      projectUuid: 'hidden',
      projectName: 'hidden',
      isPublic: 'shown',
      isHidden: 'shown',
      tags: 'shown',
      spec: 'shown',
      magnum: 'shown',
    },
  },
});
