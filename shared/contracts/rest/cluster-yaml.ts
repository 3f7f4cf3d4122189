import { z } from 'zod';
import type { Uuid } from '../../domain/identifier.ts';
import { optionalReference, verbatim } from './fields.ts';
import type { Operations } from './operation.ts';
import { parseBody } from './parse-body.ts';

/** Characters; with its quotes and escapes it fits into the body of a request. */
const MOST_YAML = 200_000;
const importBody = z.object({
  yaml: verbatim(MOST_YAML).min(1),
  default_namespace: optionalReference('rancher-namespaces'),
  namespace: optionalReference('rancher-namespaces'),
});

/** Namespaces by uuid, as the body names them. */
export type YamlImport = { yaml: string; namespaceUuid?: Uuid; defaultNamespaceUuid?: Uuid };

/** Throws Invalid. */
export function readYamlImport(body: unknown): YamlImport {
  const { yaml, namespace, default_namespace } = parseBody(importBody, body);
  return {
    yaml,
    ...(namespace && { namespaceUuid: namespace }),
    ...(default_namespace && { defaultNamespaceUuid: default_namespace }),
  };
}

export const exportView = z.object({ yaml: z.string() }).meta({ id: 'ClusterYaml' });
/** Waldur's answer, word for word. */
export const importedView = z.literal(200);

export const yamlOperations: Operations = {
  'GET /{uuid}/export_yaml/': {
    summary: 'Export how a cluster is made',
    rule: 'cluster.export_yaml',
    description:
      'As YAML of several documents, in a form that `import_yaml` takes back: Rancher’s provisioning object, the projects, and the namespaces ' +
      'with the quotas that Rancher keeps. Without secrets, and without the project `System`, which Rancher makes by itself.',
    reply: exportView,
    replyExample: { yaml: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n' },
    refuses: [400, 409, 413, 502],
  },
  'POST /{uuid}/import_yaml/': {
    summary: 'Apply Kubernetes objects in a cluster',
    rule: 'cluster.import_yaml',
    description:
      'Several documents may be in it, as an export of this cluster or of another one. Of an export, namespaces are applied, in the projects ' +
      'they were in: a `Project` is the one with its id, else one with its name, which stays as it is, else it is made with its quotas. ' +
      'The object `Cluster`, by which Rancher makes one, is left out. A namespace of a project that is neither in the text nor in the ' +
      'cluster is listed in none. Objects without a namespace come into `namespace`, else into `default_namespace`; with `namespace`, objects of other ' +
      'namespaces are refused. What Rancher refuses is 400 with its words in `details`; objects before that one are there by then. A pull ' +
      'of the cluster and of what is inside it follows.',
    body: importBody,
    bodyExample: { yaml: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n' },
    reply: importedView,
    replyExample: 200,
    refuses: [400, 405, 409, 502],
  },
};
