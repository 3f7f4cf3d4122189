import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import { optionalReference, verbatim } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

/** Maximum number of characters of the YAML. With quotes and escapes, it then still fits into a request. */
const MOST_YAML = 200_000;
const importBody = z.object({
  yaml: verbatim(MOST_YAML).min(1).meta({ description: 'One or more YAML documents.' }),
  default_namespace: optionalReference('rancher-namespaces'),
  namespace: optionalReference('rancher-namespaces'),
});

/** The YAML to import, and the namespaces that the body names, by uuid. */
export type YamlImport = { yaml: string; namespaceUuid?: Uuid; defaultNamespaceUuid?: Uuid };

/** Reads the body of an import. Throws Invalid if it is not valid. */
export function parseYamlImport(body: unknown): YamlImport {
  const { yaml, namespace, default_namespace } = parseBody(importBody, body);
  return {
    yaml,
    ...(namespace && { namespaceUuid: namespace }),
    ...(default_namespace && { defaultNamespaceUuid: default_namespace }),
  };
}

export const exportView = z.object({ yaml: z.string() }).meta({ id: 'ClusterYaml' });
/** Waldur's answer to an import, which is the number 200. */
export const importedView = z.literal(200);

export const yamlOperations: ApiOperations = {
  'GET /{uuid}/export_yaml/': {
    summary: 'Export the definition of a cluster',
    rule: 'cluster.export_yaml',
    description:
      'The answer has several YAML documents, which `import_yaml` accepts: Rancher’s cluster object, its projects, and the namespaces with the quotas that Rancher keeps. Secrets are left out. The project `System` is left out too, because Rancher makes it.',
    reply: exportView,
    replyExample: { yaml: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n' },
    refuses: [400, 409, 413, 502],
  },
  'POST /{uuid}/import_yaml/': {
    summary: 'Apply Kubernetes objects in a cluster',
    rule: 'cluster.import_yaml',
    description:
      '`yaml` may have several documents. It may be an export of this cluster or of another one. Namespaces of an export are applied in their projects. A `Project` is found by its id, then by its name, and stays as it is. If there is none, it is made with its quotas. The object `Cluster` is skipped. Objects without a namespace go into `namespace`, or else `default_namespace`. With `namespace`, objects of other namespaces are refused. If Rancher refuses an object, the answer is 400 with Rancher’s message in `details`; earlier objects stay applied. Afterwards the cluster and its contents are pulled.',
    body: importBody,
    bodyExample: { yaml: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n' },
    reply: importedView,
    replyExample: 200,
    refuses: [400, 405, 409, 502],
  },
};
