import { z } from 'zod';
import { optionalReference, reference, text, uuidText } from './fields.ts';
import type { Listing } from './listing.ts';
import { resourceView } from './marketplace-resources.ts';
import type { Operations } from './operation.ts';
import { parseBody } from './parse-body.ts';

/** A cluster of the provider's Rancher that could be imported, as Waldur lists it (waldur-rancher.md §3.9). */
export const importableView = z
  .object({
    type: z.literal('Rancher.Cluster'),
    name: z.string(),
    /** By which it is imported. */
    backend_id: z.string(),
    extra: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.int()]) })),
  })
  .meta({ id: 'ImportableResource' });
/** As Rancher lists it. */
type Importable = { id: string; name: string; description: string; nodeCount: number; created: string };
export const importableListing: Listing<Importable, z.infer<typeof importableView>> = {
  filters: { contains: { name: ({ name }) => name }, equals: { backend_id: ({ id }) => id } },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: importableView,
  view: (_link, { id, name, description, nodeCount, created }) => ({
    ...{ type: 'Rancher.Cluster' as const, name, backend_id: id },
    extra: [
      { name: 'Description', value: description },
      { name: 'Number of nodes', value: nodeCount },
      { name: 'Created at', value: created },
    ],
  }),
};

const importBody = z.object({
  backend_id: text(255),
  project: reference('projects'),
  plan: optionalReference('plans'),
  additional_details: z.object({ tenant_uuid: uuidText().optional() }).default({}),
});
export const readImport = (body: unknown) => {
  const { backend_id, project, plan, additional_details } = parseBody(importBody, body);
  return { backendId: backend_id, projectUuid: project, planUuid: plan, tenantUuid: additional_details.tenant_uuid };
};

export const importOperations: Operations = {
  'GET /{uuid}/importable_resources/': {
    summary: 'List clusters that could be imported',
    rule: 'offering.import',
    description:
      'Clusters of the Rancher behind an offering of the type `Rancher` that are active there and not known here, whoever made them; the one ' +
      'that Rancher itself runs on is never among them.',
    listing: importableListing,
    refuses: [409, 502],
  },
  'POST /{uuid}/import_resource/': {
    summary: 'Import a cluster',
    rule: 'offering.import',
    description:
      'Takes a cluster that runs into a project, in which the caller has to be one who approves orders: an order that is done, a resource and ' +
      'a cluster that are `OK`, and its nodes. `tenant_uuid` names the tenant of the project that the machines are in; it may be left out ' +
      'where the project has one tenant. A node is linked to the tenant’s machine of the same name, and is charged for from then on; ' +
      'floating IPs of machines whose names begin with `k8s-lb-` become the cluster’s `public_ips`, and the provider’s Argo CD, where it has ' +
      'one, knows the cluster within the hour. The cluster is self-managed, whatever the ' +
      'offering sells: nodes that are added are planned in the tenant. **Its termination deletes the cluster in Rancher, the machines that are ' +
      'linked to its nodes, and their volumes**; machines that no node is linked to, load balancers and networks stay. In read-only mode ' +
      'staff may import.',
    body: importBody,
    bodyExample: {
      backend_id: 'c-m-7xk2p9qd',
      project: '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60',
      additional_details: { tenant_uuid: '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60' },
    },
    status: 201,
    reply: resourceView,
    refuses: [400, 405, 409, 502],
  },
};
