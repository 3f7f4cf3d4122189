import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { record } from '../_core/record.ts';
import { nodeRole } from './order-attributes.ts';

/** One node of a template: its role and its minimum size. Waldur calls it ClusterTemplateNode. */
export const templateNode = z.object({
  role: nodeRole,
  minVcpus: z.number().int().positive(),
  minRamGb: z.number().int().positive(),
  systemVolumeSizeGb: z.number().int().positive(),
  /**
   * Name of the preferred volume type. If the name is empty, or if a tenant does not have this type, the cloud's
   * default type is used.
   */
  preferredVolumeType: z.string(),
});
export type TemplateNode = z.infer<typeof templateNode>;

/**
 * A predefined set of nodes for a cluster. An order can name a template instead of listing nodes. Waldur's name for a
 * template is ClusterTemplate.
 */
export const clusterTemplate = record.extend({
  name: z.string(),
  description: z.string(),
  nodes: z.array(templateNode),
});
export type ClusterTemplate = z.infer<typeof clusterTemplate>;

/** A template belongs to no customer. All users see a template, because all users may choose it in an order. */
export const clusterTemplateRecord = defineRecord({
  name: 'CLUSTER_TEMPLATE',
  title: 'ClusterTemplate',
  schema: clusterTemplate,
  audit: {
    model: 'Rancher.ClusterTemplate',
    title: 'Cluster template',
    placeOf: () => ({}),
    created: 'cluster_template_created',
    updated: 'cluster_template_updated',
    deleted: 'cluster_template_deleted',
    fields: { name: 'shown', description: 'shown', nodes: 'shown' },
  },
});
