import { z } from 'zod';
import { exampleUuid } from '../_core/example-uuid.ts';
import { mapKey, mapOf, optionalReference, reference, text } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { contentFilters, contentResource, inRancherProject, viewInRancherProject } from './cluster-contents.ts';
import { change, creation, description, objectName } from './content-bodies.ts';

const schema = z.object(inRancherProject).meta({ id: 'RancherNamespace' });

const MAX_LIMITS = 50;
const createBody = z.object({
  name: objectName(),
  project: reference('rancher-projects'),
  description: description(),
  resource_quota: mapOf(mapKey(63).min(1), text(40), MAX_LIMITS)
    .optional()
    .meta({
      description: 'Limits of the namespace, by Rancher’s names. The project needs limits of the same kinds.',
      examples: [{ limitsCpu: '2000m' }],
    }),
});
const changeBody = z.object({ description: description(), project: optionalReference('rancher-projects') });

export function parseNewNamespace(body: unknown) {
  const { name, project: projectUuid, description, resource_quota: quota } = parseBody(createBody, body);
  return { name, projectUuid, description: description ?? undefined, quota };
}
export function parseNamespaceChange(body: unknown) {
  const { description, project: projectUuid } = parseBody(changeBody, body);
  return { description: description ?? undefined, projectUuid };
}

const SINGULAR = 'a namespace in a cluster';
const changing = { ...change(SINGULAR, schema), body: changeBody, bodyExample: { description: 'The shop' } };
const own: ApiOperations = {
  'POST /': {
    ...creation(SINGULAR, schema),
    body: createBody,
    bodyExample: { name: 'shop-2', project: exampleUuid('rancher-projects') },
  },
  'PUT /{uuid}/': changing,
  'PATCH /{uuid}/': changing,
};

export const rancherNamespaces = contentResource({
  kind: 'NAMESPACE',
  model: 'Namespace',
  facts: z.object({}),
  schema,
  view: (link, item) => viewInRancherProject(link, 'rancher-namespaces', item),
  filters: contentFilters,
  plural: 'namespaces in clusters',
  singular: SINGULAR,
  is: 'Namespaces.',
  writes: { delete: 204, yaml: true, own },
  more: 'A change of `project` moves the namespace. Deleting a namespace deletes everything in it.',
});
