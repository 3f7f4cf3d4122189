import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { record } from '../_core/record.ts';
import { nodeRole } from './order-attributes.ts';

/** One node of a template: its role, and the least that it has (Waldur's ClusterTemplateNode). */
export const templateNode = z.object({
  role: nodeRole,
  minVcpus: z.number().int().positive(),
  minRamGb: z.number().int().positive(),
  systemVolumeSizeGb: z.number().int().positive(),
  /** Name of the volume type to use in tenants that have it. Empty: the cloud's default. */
  preferredVolumeType: z.string(),
});
export type TemplateNode = z.infer<typeof templateNode>;

/** A usual layout of a cluster, which orders can name instead of listing nodes (Waldur's ClusterTemplate). */
export const clusterTemplate = record.extend({
  name: z.string(),
  description: z.string(),
  nodes: z.array(templateNode),
});
export type ClusterTemplate = z.infer<typeof clusterTemplate>;

/** Visible to everybody, because templates are choices. They belong to no customer. */
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
