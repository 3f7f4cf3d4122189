import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ImportReport } from '#shared/domain/cluster-contents/import-report';
import type { ManifestResult } from '#shared/domain/cluster-contents/manifest-result';
import { flag, optionalReference, verbatim } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { MAX_YAML, yamlQuery } from '../cluster-contents/content-yaml.ts';

const importBody = z.object({
  yaml: verbatim(MAX_YAML).min(1).meta({ description: 'One or more YAML documents, at most 1 MiB in all.' }),
  default_namespace: optionalReference('rancher-namespaces'),
  namespace: optionalReference('rancher-namespaces'),
});
const importQuery = yamlQuery.extend({
  force: flag()
    .default(false)
    .meta({
      type: 'boolean',
      description:
        'Whether to overwrite fields of other field managers. Otherwise an object that changes such a field is refused.',
      examples: [false],
    }),
});

export type YamlImport = { yaml: string; namespaceUuid?: Uuid; defaultNamespaceUuid?: Uuid };

/** Reads the body of an import. Throws Invalid if the body is not valid. */
export function parseYamlImport(body: unknown): YamlImport {
  const { yaml, namespace, default_namespace } = parseBody(importBody, body);
  return {
    yaml,
    ...(namespace && { namespaceUuid: namespace }),
    ...(default_namespace && { defaultNamespaceUuid: default_namespace }),
  };
}

/** Throws Invalid if a parameter is not valid. */
export function parseImportQuery(query: URLSearchParams): { isDryRun: boolean; force: boolean } {
  const { dry_run: isDryRun, force } = parseBody(importQuery, Object.fromEntries(query));
  return { isDryRun, force };
}

export const exportView = z.object({ yaml: z.string() }).meta({ id: 'ClusterYaml' });

const OUTCOMES = ['created', 'changed', 'unchanged', 'refused', 'not_checked', 'not_applied', 'unknown'] as const;
const importedDocument = z.object({
  document: z.int().meta({ description: 'Number of the document in the text, from 1.', examples: [1] }),
  line: z.int().meta({ description: 'Line of the text where the document begins, from 1.', examples: [1] }),
  api_version: z.string().meta({ examples: ['v1'] }),
  kind: z.string().meta({ examples: ['Namespace'] }),
  namespace: z.string().meta({ description: 'Empty for an object that is in no namespace.' }),
  name: z.string(),
  outcome: z.enum(OUTCOMES).meta({
    description:
      'The result for the object. A dry run shows the result that a real import would have. `not_checked`: Kubernetes cannot check the object yet, because the same YAML creates its namespace or its kind. `not_applied`: nothing was done, because another object failed. `unknown`: Rancher did not answer.',
  }),
  changes: z.string().meta({
    description:
      'Each field that differs: old value after `-`, new value after `+`. Empty unless the object was changed.',
    examples: ['- spec.replicas: 1\n+ spec.replicas: 2'],
  }),
  error: z.string().meta({
    description:
      'Why the object was refused or not checked, or why its outcome is unknown. If Kubernetes refused the object, this is Kubernetes’ own message.',
  }),
  causes: z
    .array(
      z.object({
        field: z.string().meta({ examples: ['spec.ports[0].port'] }),
        message: z.string(),
        line: z
          .int()
          .nullable()
          .meta({ description: 'The line of the field in the YAML. Null if the YAML lacks the field.', examples: [7] }),
      }),
    )
    .meta({ description: 'The fields that are wrong.' }),
});
export const importedView = z
  .object({
    details: z.string().meta({
      description: 'The result in a sentence. If an object was refused, the text begins with the first reason.',
      examples: ['The YAML was applied.'],
    }),
    documents: z
      .array(importedDocument)
      .meta({ description: 'The objects, in the order in which the YAML contains them.' }),
  })
  .meta({ id: 'ImportedYaml' });

const viewResult = ({ place, apiVersion, causes, ...result }: ManifestResult) => ({
  ...result,
  document: place,
  api_version: apiVersion,
  causes: causes.map(({ field, message, line = null }) => ({ field, message, line })),
});

export const viewImport = ({ details, results }: ImportReport): z.input<typeof importedView> => ({
  details,
  documents: results.map(viewResult),
});

export const yamlOperations: ApiOperations = {
  'GET /{uuid}/export_yaml/': {
    summary: 'Export the definition of a cluster as YAML',
    rule: 'cluster.export_yaml',
    description:
      'The answer has several YAML documents, which `import_yaml` accepts: Rancher’s cluster object, its projects, and the namespaces with the quotas that Rancher keeps. Secrets are left out. The project `System` and its namespaces are left out too, because Rancher makes them.',
    reply: exportView,
    replyExample: { yaml: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n' },
    refuses: [400, 409, 413, 502],
  },
  'POST /{uuid}/import_yaml/': {
    summary: 'Apply Kubernetes objects in a cluster',
    rule: 'cluster.import_yaml',
    description: `\`yaml\` may have several documents, and lists as kubectl prints them. The YAML may be an export of this cluster or of another cluster. Objects are applied by server-side apply, under the field manager \`paddock\`: fields that the YAML contains are set, and all other fields stay.

Everything is checked before anything is written. If an object is refused, the answer is 400 and nothing was applied. \`documents\` says for each object what happened, and for each refused object the fields and lines that are wrong. If the YAML itself creates the namespace or the kind of an object, the object can only be checked after the namespace or the kind exists. If the object is refused then, the namespace and the kind stay. If Rancher fails meanwhile, the answer is 400 too, and says what was applied. With \`dry_run\`, nothing is written.

Namespaces and custom resource definitions come first, the rest in the order of the text. Objects without a namespace go into \`namespace\`, or else \`default_namespace\`, or else \`default\`. With \`namespace\`, objects of other namespaces are refused. Namespaces of an export are applied in their projects. A \`Project\` is looked up by its id, then by its name. If the project exists, it stays as it is. Otherwise it is created with its quotas. The object \`Cluster\` of an export is skipped. Values of Secrets are shown nowhere. Afterwards the cluster and its contents are pulled.`,
    query: importQuery,
    body: importBody,
    bodyExample: { yaml: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n' },
    reply: importedView,
    refuses: [400, 405, 409, 502],
  },
};
