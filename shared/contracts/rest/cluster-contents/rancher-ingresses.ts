import { z } from 'zod';
import { ingressFacts } from '#shared/domain/cluster-contents/content-facts';
import { exampleUuid } from '../_core/example-uuid.ts';
import { looseText, optionalReference, reference, text } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import {
  asNamespacedResource,
  contentResource,
  namespacedFilters,
  viewAsNamespacedResource,
} from './cluster-contents.ts';
import { change, creation, description, objectName, portOrName } from './content-bodies.ts';

const schema = z
  .object({
    ...asNamespacedResource,
    rules: ingressFacts.shape.rules.meta({
      description: 'The first 50 rules of the ingress, each with its first 20 paths.',
    }),
  })
  .meta({ id: 'RancherIngress' });

const ingressPath = z.object({
  path: text(2000).meta({ description: 'Path of the requests.', examples: ['/cart'] }),
  path_type: z
    .enum(['Prefix', 'Exact', 'ImplementationSpecific'])
    .default('Prefix')
    .meta({ description: 'How the path of a request is compared with `path`.', examples: ['Prefix'] }),
  service: text(63).meta({ description: 'Name of the service in the namespace.', examples: ['cart'] }),
  port: portOrName().meta({ description: 'Port of the service, or its name.', examples: [80] }),
});
const rule = z.object({
  host: looseText(253)
    .default('')
    .meta({ description: 'Host name of the requests. Empty: every host name.', examples: ['shop.example.org'] }),
  paths: z
    .array(ingressPath)
    .min(1)
    .max(100)
    .meta({ description: 'The paths, and the service to which the requests of each path go.' }),
});
const changeBody = z.object({
  description: description(),
  ingress_class: text(253)
    .optional()
    .meta({ description: 'Ingress class. Default: the default class of the cluster.', examples: ['nginx'] }),
  rules: z.array(rule).max(100).optional().meta({ description: 'All rules of the ingress.' }),
});
const createBody = changeBody.extend({
  name: objectName(),
  namespace: reference('rancher-namespaces'),
  rancher_project: optionalReference('rancher-projects'),
  rules: z.array(rule).min(1).max(100).meta({ description: 'All rules of the ingress.' }),
});

const wantedOf = ({ description, ingress_class, rules }: z.infer<typeof changeBody>) => ({
  ...{ description: description ?? undefined, ingressClass: ingress_class },
  ...(rules && {
    rules: rules.map(({ host, paths }) => ({
      host,
      paths: paths.map(({ path_type: pathType, ...rest }) => ({ ...rest, pathType })),
    })),
  }),
});
/** Throws Invalid if the body is not valid. */
export const parseIngressChange = (body: unknown) => wantedOf(parseBody(changeBody, body));
/** Throws Invalid if the body is not valid. */
export function parseNewIngress(body: unknown) {
  const { name, namespace, rancher_project, ...wanted } = parseBody(createBody, body);
  return { ...wantedOf(wanted), name, namespaceUuid: namespace, rancherProjectUuid: rancher_project };
}

const SINGULAR = 'an ingress in a cluster';
const bodyExample = {
  rules: [{ host: 'shop.example.org', paths: [{ path: '/cart', path_type: 'Prefix', service: 'cart', port: 80 }] }],
};
const own: ApiOperations = {
  'POST /': {
    ...creation(SINGULAR, schema),
    body: createBody,
    bodyExample: { name: 'cart-2', namespace: exampleUuid('rancher-namespaces'), ...bodyExample },
  },
  'PUT /{uuid}/': { ...change(SINGULAR, schema), body: changeBody, bodyExample },
  'PATCH /{uuid}/': { ...change(SINGULAR, schema), body: changeBody, bodyExample },
};

export const rancherIngresses = contentResource({
  kind: 'INGRESS',
  model: 'Ingress',
  facts: ingressFacts,
  schema,
  view: (link, item, { rules }) => ({ ...viewAsNamespacedResource(link, 'rancher-ingresses', item), rules }),
  filters: namespacedFilters,
  plural: 'ingresses in clusters',
  singular: SINGULAR,
  is: 'Ingresses.',
  writes: { delete: 204, yaml: true, own },
});
