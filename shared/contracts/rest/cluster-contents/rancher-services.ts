import { z } from 'zod';
import { serviceFacts } from '#shared/domain/cluster-contents/content-facts';
import { exampleUuid } from '../_core/example-uuid.ts';
import { optional, optionalReference, reference, text } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import {
  asNamespacedResource,
  contentResource,
  namespacedFilters,
  viewAsNamespacedResource,
} from './cluster-contents.ts';
import { change, creation, description, labels, objectName, portOrName } from './content-bodies.ts';

const schema = z
  .object({
    ...asNamespacedResource,
    cluster_ip: z
      .string()
      .nullable()
      .meta({
        description: 'Address of the service in the cluster. Null for a headless service.',
        examples: ['10.43.12.7'],
      }),
    selector: z.record(z.string(), z.string()).nullable(),
    target_workloads: z.array(z.object({ url: z.string(), uuid: z.string() })),
  })
  .meta({ id: 'RancherService' });

const port = z.object({
  name: text(15)
    .optional()
    .meta({ description: 'Name of the port. Required if the service has several ports.', examples: ['http'] }),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .meta({ description: 'The port of the service.', examples: [80] }),
  target_port: portOrName()
    .optional()
    .meta({ description: 'Port of the pods, or its name. Default: `port`.', examples: [8080] }),
  protocol: z
    .enum(['TCP', 'UDP', 'SCTP'])
    .optional()
    .meta({ description: 'Default: TCP.', examples: ['TCP'] }),
  node_port: z
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .meta({
      description: 'Port of each node, for `NodePort` and `LoadBalancer`. Default: Kubernetes chooses a port.',
      examples: [30080],
    }),
});
const changed = {
  description: description(),
  type: z
    .enum(['ClusterIP', 'NodePort', 'LoadBalancer'])
    .optional()
    .meta({
      description: 'How the service is reached. Default: `ClusterIP`, only inside the cluster.',
      examples: ['ClusterIP'],
    }),
  ports: z
    .array(port)
    .max(100)
    .optional()
    .meta({ description: 'All ports of the service.', examples: [[{ port: 80, target_port: 8080 }]] }),
  selector: labels()
    .nullish()
    .meta({
      description: 'Labels of the service’s pods. Leave this out if you give `target_workloads`.',
      examples: [{ app: 'cart' }],
    }),
  target_workloads: z
    .array(z.object({ url: reference('rancher-workloads') }))
    .max(20)
    .optional()
    .meta({
      description:
        'Workloads in the namespace of the service. The labels that their pods have in common become the selector.',
      examples: [[]],
    }),
};
const changeBody = z.object(changed);
const createBody = changeBody.extend({
  name: objectName(),
  namespace: optionalReference('rancher-namespaces'),
  cluster_ip: optional(text(39)).meta({
    type: ['string', 'null'],
    description: 'Address of the service, or `None` for a headless service. Default: Kubernetes chooses an address.',
    examples: ['None'],
  }),
});

const wantedOf = ({ description, type, ports, selector, target_workloads }: z.infer<typeof changeBody>) => ({
  ...{ description: description ?? undefined, type, selector: selector ?? undefined },
  ports: ports?.map(({ target_port: targetPort, node_port: nodePort, ...rest }) => ({ ...rest, targetPort, nodePort })),
  workloadUuids: target_workloads?.map(({ url }) => url),
});
/** Throws Invalid if the body is not valid. */
export const parseServiceChange = (body: unknown) => wantedOf(parseBody(changeBody, body));
/** Throws Invalid if the body is not valid. */
export function parseNewService(body: unknown) {
  const { name, namespace, cluster_ip, ...wanted } = parseBody(createBody, body);
  return { ...wantedOf(wanted), name, namespaceUuid: namespace, clusterIp: cluster_ip ?? undefined };
}

const SINGULAR = 'a service in a cluster';
const bodyExample = { ports: [{ port: 80, target_port: 8080 }], selector: { app: 'cart' } };
const own: ApiOperations = {
  'POST /': {
    ...creation(SINGULAR, schema),
    body: createBody,
    bodyExample: { name: 'cart-2', namespace: exampleUuid('rancher-namespaces'), ...bodyExample },
  },
  'PUT /{uuid}/': { ...change(SINGULAR, schema), body: changeBody, bodyExample },
  'PATCH /{uuid}/': {
    ...change(SINGULAR, schema),
    body: changeBody,
    bodyExample: { description: 'The shopping cart' },
  },
};

export const rancherServices = contentResource({
  kind: 'SERVICE',
  model: 'Service',
  facts: serviceFacts,
  schema,
  view: (link, item, { clusterIp = null, selector = null, targets }) => ({
    ...viewAsNamespacedResource(link, 'rancher-services', item),
    cluster_ip: clusterIp,
    selector,
    target_workloads: targets.map((uuid) => ({ url: link('rancher-workloads', uuid), uuid })),
  }),
  filters: namespacedFilters,
  plural: 'services in clusters',
  singular: SINGULAR,
  is: 'Services.',
  writes: { delete: 204, yaml: true, own },
});
