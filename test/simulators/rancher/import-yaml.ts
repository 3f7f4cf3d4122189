import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { CONTENT_TYPES, groupOf, typeOfKind } from './content-types.ts';
import type { Contents } from './contents.ts';
import type { ManagementCluster } from './rancher-objects.ts';

const input = z.object({ yaml: z.string(), namespace: z.string().nullish(), defaultNamespace: z.string().nullish() });
const texts = z.record(z.string(), z.string()).default({});
const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().default(''), labels: texts, annotations: texts }),
});
type Manifest = z.infer<typeof manifest>;
type Inside = { contents: Contents; clusterId: string };
/** The namespace of kubectl's context, and the one of its `-n`, which no object may contradict. */
type Given = { context: string; forced: string };

const type = 'importYamlOutput';

type Answer = { status: 200 | 400; body: { type: typeof type; message: string } };
const refuse = (message: string): Answer => ({ status: 400, body: { type, message } });

/** What kubectl ends with. */
class KubectlError extends Error {}

function read(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0)
      throw new KubectlError(`error: error parsing STDIN: error converting YAML to JSON: ${document.errors[0]?.code}`);
    const parsed = manifest.safeParse(document.toJS());
    if (parsed.success) return parsed.data;
    throw new KubectlError(
      'error: error validating "STDIN": error validating data: [apiVersion not set, kind not set]',
    );
  });
}

function namespaceFor({ metadata: { namespace } }: Manifest, { context, forced }: Given): string {
  if (forced !== '' && namespace !== '' && namespace !== forced)
    throw new KubectlError(
      `the namespace from the provided object "${namespace}" does not match the namespace "${forced}". ` +
        `You must pass '--namespace=${namespace}' to perform this operation.`,
    );
  return namespace || forced || context || 'default';
}

function apply({ contents, clusterId }: Inside, object: Manifest, given: Given): string {
  const { apiVersion, kind, metadata, ...body } = object;
  const contentType = typeOfKind(apiVersion, kind);
  if (!contentType) throw new KubectlError(`no matches for kind "${kind}" in version "${apiVersion}"`);
  const { name, labels, annotations } = metadata;
  const { isNamespaced } = CONTENT_TYPES[contentType];
  const namespace = isNamespaced ? namespaceFor(object, given) : '';
  if (isNamespaced && !contents.find(clusterId, 'namespace', namespace))
    throw new KubectlError(`Error from server (NotFound): namespaces "${namespace}" not found`);
  const there = contents.find(clusterId, contentType, isNamespaced ? `${namespace}/${name}` : name);
  if (!there) contents.add(clusterId, contentType, { name, namespace, labels, annotations, body });
  else
    contents.change(there, {
      labels: { ...there.labels, ...labels },
      annotations: { ...there.annotations, ...annotations },
      body: { ...there.body, ...body },
    });
  const kindName = [kind.toLowerCase(), groupOf(contentType)].filter(Boolean).join('.');
  return `${kindName}/${name} ${there ? 'configured' : 'created'}`;
}

/**
 * `?action=importYaml`: kubectl apply in the cluster, one object after the other until one is refused. `namespace` is its `-n`,
 * `defaultNamespace` that of its context. Answers 200 and 400, with what kubectl said as `message`.
 */
export function importYaml(contents: Contents, { id, active }: ManagementCluster, body: unknown): Answer {
  const { yaml, namespace, defaultNamespace } = input.parse(body);
  if (!active)
    return refuse(
      'error: You must be logged in to the server (the server has asked for the client to provide credentials)',
    );
  const said: string[] = [];
  try {
    const given = { context: defaultNamespace ?? '', forced: namespace ?? '' };
    for (const object of read(yaml)) said.push(apply({ contents, clusterId: id }, object, given));
  } catch (error) {
    if (error instanceof KubectlError) return refuse([...said, error.message].join('\n'));
    throw error;
  }
  return { status: 200, body: { type, message: said.join('\n') } };
}
