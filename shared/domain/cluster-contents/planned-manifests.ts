import { z } from 'zod';
import type { FieldProblem } from '#shared/errors';
import type { KubernetesObject, Manifest } from '../clusters/manifests/manifest-documents.ts';
import type { ApiKind, ObjectAddress } from './kubernetes-object.ts';

/**
 * `defaultNamespace` is for objects that name no namespace. If `namespace` is set, objects must not name a different
 * namespace.
 */
export type ManifestNamespaces = { namespace?: string; defaultNamespace?: string };
export type KindsByVersion = ReadonlyMap<string, readonly ApiKind[]>;

export type PlannedObject = Addressed & { manifest: Manifest; object: KubernetesObject };
type Addressed = {
  at: ObjectAddress;
  /**
   * The namespace or kind that this object needs and that the submitted YAML itself creates. Kubernetes cannot check
   * the object before this namespace or kind exists.
   */
  needs: { namespace?: string; kind?: true };
};
export type Refusal = { message: string; problems: readonly FieldProblem[] };
export type PlannedManifest = PlannedObject | { manifest: Manifest; refusal: Refusal };

/** The namespace of an object if neither the object nor the request names a namespace, as with kubectl. */
const DEFAULT_NAMESPACE = 'default';
const API_VERSION = /^(?:[a-z0-9][a-z0-9.-]*\/)?[a-z0-9]+$/i;

const definition = z.object({
  spec: z.object({
    group: z.string(),
    scope: z.string(),
    names: z.object({ kind: z.string(), plural: z.string() }),
    versions: z.array(z.object({ name: z.string() })),
  }),
});
const isDefinition = ({ kind, apiVersion }: KubernetesObject): boolean =>
  kind === 'CustomResourceDefinition' && apiVersion.startsWith('apiextensions.k8s.io/');
const isNamespace = ({ kind, apiVersion }: KubernetesObject): boolean => kind === 'Namespace' && apiVersion === 'v1';

/** Namespaces and kinds are applied first, because other objects in the YAML may need them. */
export const isFirst = (object: KubernetesObject): boolean => isNamespace(object) || isDefinition(object);

/** The kinds that are defined by the custom resource definitions in the list. */
function kindsMadeBy(objects: readonly KubernetesObject[]): Map<string, ApiKind[]> {
  const made = new Map<string, ApiKind[]>();
  for (const object of objects.filter(isDefinition)) {
    const { data } = definition.safeParse(object);
    for (const { name } of data?.spec.versions ?? []) {
      const { group, scope, names } = data?.spec ?? { group: '', scope: '', names: { kind: '', plural: '' } };
      const version = `${group}/${name}`;
      made.set(version, [...(made.get(version) ?? []), { ...names, isNamespaced: scope === 'Namespaced' }]);
    }
  }
  return made;
}

/**
 * API versions whose kinds must be read from the cluster. Each version becomes a part of a URL's path, so versions
 * with characters that `API_VERSION` does not allow are left out.
 */
export const apiVersionsOf = (manifests: readonly Manifest[]): string[] =>
  [...new Set(manifests.map(({ found }) => found.apiVersion))].filter((version) => API_VERSION.test(version));

const refused = (field: string, message: string): Refusal => ({ message, problems: [{ field, message }] });

const secretValues = z.record(z.string(), z.string()).nullish();
const secretFields = z.object({ data: secretValues, stringData: secretValues });

/**
 * Refuses a Secret with a value that is not text. Kubernetes would also refuse such a Secret, but the error of
 * Kubernetes quotes the secret value.
 */
function unfitSecret({ kind, data, stringData }: KubernetesObject): Refusal | undefined {
  if (kind !== 'Secret') return undefined;
  const { error } = secretFields.safeParse({ data, stringData });
  const [issue] = error?.issues ?? [];
  return issue && refused(issue.path.join('.'), 'The values of a Secret have to be text, in quotes.');
}

function namespaceOf({ metadata }: KubernetesObject, into: ManifestNamespaces): string | Refusal {
  const named = metadata.namespace || undefined;
  if (named !== undefined && into.namespace !== undefined && named !== into.namespace) {
    const words = `the namespace from the provided object "${named}" does not match the namespace "${into.namespace}"`;
    return refused('metadata.namespace', words);
  }
  return named ?? into.namespace ?? into.defaultNamespace ?? DEFAULT_NAMESPACE;
}

/** Kubernetes' own rule for names that become parts of a URL's path. */
const isPathPart = (name: string): boolean => name !== '.' && name !== '..' && !/[/%]/.test(name);

/** Removes `managedFields`. Exported objects have this field, but an apply must not send it. */
function withoutBookkeeping(object: KubernetesObject, namespace: string | undefined): KubernetesObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(namespace !== undefined && { namespace }) } };
}

type Known = { kinds: KindsByVersion; made: KindsByVersion; namespaces: ReadonlySet<string | undefined> };

function addressOf(found: KubernetesObject, known: Known, into: ManifestNamespaces): Addressed | Refusal {
  const { apiVersion, kind, metadata } = found;
  const { name } = metadata;
  if (!name) return refused('metadata.name', 'Enter a name. Paddock does not generate names.');
  if (!isPathPart(name)) return refused('metadata.name', `"${name}" cannot be the name of an object.`);
  const present = known.kinds.get(apiVersion)?.find((one) => one.kind === kind);
  const apiKind = present ?? known.made.get(apiVersion)?.find((one) => one.kind === kind);
  if (!apiKind) return refused('kind', `no matches for kind "${kind}" in version "${apiVersion}"`);
  const needsKind = { ...(!present && { kind: true as const }) };
  const at = { apiVersion, plural: apiKind.plural, name };
  if (!apiKind.isNamespaced) return { at, needs: needsKind };
  const namespace = namespaceOf(found, into);
  if (typeof namespace === 'object') return namespace;
  if (!isPathPart(namespace)) {
    return refused('metadata.namespace', `"${namespace}" cannot be the name of a namespace.`);
  }
  const needs = { ...needsKind, ...(known.namespaces.has(namespace) && { namespace }) };
  return { at: { ...at, namespace }, needs };
}

/**
 * For each manifest, finds the address of its object in the Kubernetes API, or the reason why the object is refused.
 */
export function planManifests(
  manifests: readonly Manifest[],
  kinds: KindsByVersion,
  into: ManifestNamespaces,
): PlannedManifest[] {
  const objects = manifests.map(({ found }) => found);
  const namespaces = new Set(objects.filter(isNamespace).map(({ metadata }) => metadata.name));
  const known = { kinds, made: kindsMadeBy(objects), namespaces };
  return manifests.map((manifest) => {
    const { found } = manifest;
    const addressed = unfitSecret(found) ?? addressOf(found, known, into);
    if ('problems' in addressed) return { manifest, refusal: addressed };
    return { manifest, object: withoutBookkeeping(found, addressed.at.namespace), ...addressed };
  });
}
