import { isDeepStrictEqual } from 'node:util';
import { givenObject } from '#test/simulators/kubernetes/objects/given-object';
import { isRecord, type KubernetesObject } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import type { Place } from '#test/simulators/kubernetes/objects/object-place';
import { type ObjectStore, objectStore } from '#test/simulators/kubernetes/objects/object-store';
import { strategicMerge } from '#test/simulators/kubernetes/objects/strategic-merge';
import { mergePatch } from '../../_kit/merge-patch.ts';
import { type ApiResource, findKind, groupResource, groupVersion } from '../../kubernetes/api-resource.ts';
import { checkAccess } from '../../kubernetes/authorize.ts';
import type { KubernetesContext, KubernetesUser } from '../../kubernetes/kubernetes-context.ts';
import { KubernetesError } from '../../kubernetes/kubernetes-error.ts';
import { KubectlError, type Manifest, parseManifests } from './kubectl-manifest.ts';

const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const BY_KUBECTL = { manager: 'Update kubectl-client-side-apply', dryRun: false };

/**
 * The parameters of a kubectl run. `namespace` is kubectl's `-n`, and no object may name another namespace. `usual` is
 * the namespace of kubectl's context.
 */
export interface Applying {
  context: KubernetesContext;
  user: KubernetesUser;
  file: string;
  namespace: string;
  usual: string;
}
type Applied = { isWhole: boolean; message: string };

/** `kubectl apply -f` in a cluster. Each object is applied, even if objects before it failed. */
export function kubectlApply(text: string, applying: Applying): Applied {
  const { manifests, problems } = parseManifests(text, applying.file);
  const known = manifests.flatMap((manifest) => {
    try {
      return [{ manifest, place: placeOf(manifest, applying) }];
    } catch (error) {
      problems.push(printed(error));
      return [];
    }
  });
  if (manifests.length === 0 && problems.length === 0) problems.push('error: no objects passed to apply');
  const said: string[] = [];
  // An object in another namespace than `-n` ends the whole run.
  const ends = problems.some((problem) => problem.startsWith('error: the namespace from'));
  for (const { manifest, place } of ends ? [] : known) {
    try {
      said.push(...applyOne(manifest, place, applying));
    } catch (error) {
      problems.push(printed(error));
    }
  }
  const lines = [...said, ...problems].map((line) => `${line}\n`);
  return { isWhole: problems.length === 0, message: lines.join('') };
}

const printed = (error: unknown): string => {
  if (error instanceof KubectlError) return error.message;
  throw error;
};

function placeOf({ apiVersion, kind, metadata }: Manifest, { context, file, namespace, usual }: Applying): Place {
  const { name = '', namespace: own = '' } = metadata;
  const resource = findKind(context.resources, apiVersion, kind);
  if (!resource) {
    const what = `name: "${name}" namespace: "${own}" from "${file}"`;
    const why = `no matches for kind "${kind}" in version "${apiVersion}"`;
    throw new KubectlError(`error: resource mapping not found for ${what}: ${why}\nensure CRDs are installed first`);
  }
  if (!resource.namespaced) return { resource, namespace: '', name: String(name) };
  if (namespace !== '' && own !== '' && own !== namespace) {
    throw new KubectlError(
      `error: the namespace from the provided object "${own}" does not match the namespace "${namespace}". ` +
        `You must pass '--namespace=${own}' to perform this operation.`,
    );
  }
  return { resource, namespace: String(own) || namespace || usual || 'default', name: String(name) };
}

/** A refusal of the server, as kubectl prints it. */
function refused(error: unknown, doing: string): KubectlError {
  if (!(error instanceof KubernetesError)) throw error;
  const { reason, message, details } = error;
  if (reason !== 'Invalid') return new KubectlError(`Error from server (${reason}): ${doing}: ${message}`);
  const [cause, ...more] = details?.causes ?? [];
  const head = `The ${details?.kind} "${details?.name}" is invalid: `;
  if (!cause || more.length > 0) {
    const lines = (details?.causes ?? []).map(({ field, message: why }) => `\n* ${field}: ${why}`);
    return new KubectlError(`${head}${lines.join('') || message}`);
  }
  return new KubectlError(`${head}${cause.field}: ${cause.message}`);
}

function applyOne(manifest: Manifest, place: Place, { context, user, file }: Applying): string[] {
  const { resource, namespace, name } = place;
  if (name === '') {
    const { generateName } = manifest.metadata;
    const why = generateName
      ? `from ${generateName}: cannot use generate name with apply`
      : 'resource name may not be empty';
    throw new KubectlError(`error: ${why}`);
  }
  const store = objectStore(context);
  const may = (verb: string) =>
    checkAccess(user, {
      verb,
      resource: resource.name,
      group: resource.group,
      namespace: namespace || undefined,
      name,
    });
  const attempt = <T>(doing: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw refused(error, doing);
    }
  };
  const live = attempt(retrieving(place, file), () => {
    may('get');
    return store.find(place);
  });
  const wanted = withApplied(manifest, place);
  const subject = `${[resource.kind.toLowerCase(), resource.group].filter(Boolean).join('.')}/${name}`;
  if (!live) {
    attempt(`error when creating "${file}"`, () => {
      may('create');
      store.create(resource, namespace, givenObject(resource, wanted, { strict: true }), BY_KUBECTL);
    });
    return [`${subject} created`];
  }
  const change = attempt(`error when patching "${file}"`, () => {
    may('patch');
    return applyChange(store, place, live, wanted);
  });
  const warning = live.metadata.annotations?.[APPLIED] === undefined ? [missingAnnotation(resource, name)] : [];
  return [...warning, `${subject} ${change}`];
}

const retrieving = ({ resource, namespace, name }: Place, file: string): string => {
  const { group, version, kind } = resource;
  const path = `${group}/${version}`;
  return [
    'error when retrieving current configuration of:',
    `Resource: "${path}, Resource=${resource.name}", GroupVersionKind: "${path}, Kind=${kind}"`,
    `Name: "${name}", Namespace: "${namespace}"`,
    `from server for: "${file}"`,
  ].join('\n');
};

const missingAnnotation = (resource: ApiResource, name: string): string =>
  `Warning: resource ${groupResource(resource)}/${name} is missing the ${APPLIED} annotation which is required by kubectl apply. ` +
  'kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. ' +
  'The missing annotation will be patched automatically.';

/**
 * The manifest with an annotation that holds the manifest itself, as JSON. The next apply finds removed fields by
 * comparing with this annotation.
 */
function withApplied(manifest: Manifest, { resource, namespace }: Place): Manifest {
  const annotations = isRecord(manifest.metadata.annotations) ? manifest.metadata.annotations : {};
  const metadata = { ...manifest.metadata, annotations, ...(resource.namespaced && { namespace }) };
  const text = `${JSON.stringify(sortKeys({ ...manifest, metadata }))}\n`;
  return { ...manifest, metadata: { ...metadata, annotations: { ...annotations, [APPLIED]: text } } };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

/**
 * Removes the fields of the last apply that the new manifest leaves out. Merges the other fields into the live object.
 */
function applyChange(store: ObjectStore, place: Place, live: KubernetesObject, wanted: Manifest): string {
  const { resource } = place;
  const before: unknown = JSON.parse(live.metadata.annotations?.[APPLIED] ?? '{}');
  const kept = mergePatch(live, leftOut(before, wanted));
  const next = groupVersion(resource) === live.apiVersion ? strategicMerge(kept, wanted) : wanted;
  const { resourceVersion } = live.metadata;
  const object = store.replace(place, givenObject(resource, next, { strict: true }), BY_KUBECTL);
  return isDeepStrictEqual(object.metadata.resourceVersion, resourceVersion) ? 'unchanged' : 'configured';
}

/** A merge patch that removes the fields that only the older value has. */
function leftOut(before: unknown, wanted: unknown): Record<string, unknown> {
  if (!isRecord(before) || !isRecord(wanted)) return {};
  const entries = Object.entries(before).flatMap(([key, value]): [string, unknown][] => {
    if (!(key in wanted)) return [[key, null]];
    const below = leftOut(value, wanted[key]);
    return Object.keys(below).length > 0 ? [[key, below]] : [];
  });
  return Object.fromEntries(entries);
}
