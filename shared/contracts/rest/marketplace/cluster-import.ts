import { z } from 'zod';
import { exampleUuid } from '../_core/example-uuid.ts';
import { optionalReference, reference, text, uuidText } from '../_core/fields.ts';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { resourceView } from './marketplace-resources.ts';

/** A cluster in the provider's Rancher that could be imported, in Waldur's fields (docs/spec/orders.md#import). */
export const importableView = z
  .object({
    type: z.literal('Rancher.Cluster'),
    name: z.string(),
    /** The cluster's id in Rancher. A request to import the cluster needs this id. */
    backend_id: z.string(),
    extra: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.int()]) })),
  })
  .meta({ id: 'ImportableResource' });
/** A cluster as Rancher lists it. */
type Importable = { id: string; name: string; description: string; nodeCount: number; created: string };
export const importableListing: Listing<Importable, z.infer<typeof importableView>> = {
  filters: { contains: { name: ({ name }) => name }, equals: { backend_id: ({ id }) => id } },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: importableView,
  view: (_link, { id, name, description, nodeCount, created }) => ({
    type: 'Rancher.Cluster' as const,
    name,
    backend_id: id,
    extra: [
      { name: 'Description', value: description },
      { name: 'Number of nodes', value: nodeCount },
      { name: 'Created at', value: created },
    ],
  }),
};

const importBody = z.object({
  backend_id: text(255).meta({ description: 'Id of the cluster in Rancher.', examples: ['c-m-7xk2p9qd'] }),
  project: reference('projects'),
  plan: optionalReference('plans'),
  additional_details: z
    .object({
      tenant_uuid: uuidText()
        .optional()
        .meta({
          description: 'Uuid of one of the project’s `openstack-tenants`. Without it: the only tenant of the project.',
          examples: [exampleUuid('openstack-tenants')],
        }),
    })
    .default({})
    .meta({ description: 'The tenant of the cluster’s machines.' }),
});
export const parseImport = (body: unknown) => {
  const { backend_id, project, plan, additional_details } = parseBody(importBody, body);
  return { backendId: backend_id, projectUuid: project, planUuid: plan, tenantUuid: additional_details.tenant_uuid };
};

export const importOperations: ApiOperations = {
  'GET /{uuid}/importable_resources/': {
    summary: 'List clusters that can be imported',
    rule: 'offering.import',
    description:
      'The active clusters in the offering’s Rancher that have no record in Paddock. These clusters are never listed: the cluster in which Rancher itself runs, clusters that another installation of Paddock has made, and clusters with a name that Rancher reserves.',
    listing: importableListing,
    refuses: [409, 502],
  },
  'POST /{uuid}/import_resource/': {
    summary: 'Import a cluster',
    rule: 'offering.import',
    description:
      'Takes a running cluster of Rancher into a project. The caller needs the right to approve orders there. The order of the import is `done` at once. The answer is the resource. Resource and cluster are `OK`. Each node has a record. If Rancher makes the machines in pools, the pools have records instead. `tenant_uuid` is the tenant of the machines; without it the project must have exactly one. A node is linked to the tenant’s machine of the same name, if only one machine has this name. The cluster is charged from then on. Floating IPs of machines named `k8s-lb-…` become the cluster’s `public_ips`. If the provider has an Argo CD, the cluster is registered there within an hour. The cluster is self-managed, whatever the offering sells. **Termination deletes the cluster in Rancher, the machines linked to its nodes or in its pools, and their volumes.** Other machines, load balancers and networks stay. In read-only mode only staff may import.',
    body: importBody,
    bodyExample: {
      backend_id: 'c-m-7xk2p9qd',
      project: exampleUuid('projects'),
      additional_details: { tenant_uuid: exampleUuid('openstack-tenants') },
    },
    status: 201,
    reply: resourceView,
    refuses: [400, 405, 409, 502],
  },
};
