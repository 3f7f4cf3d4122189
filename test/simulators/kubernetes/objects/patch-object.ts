import type { FastifyRequest } from 'fastify';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { mergePatch } from '#test/simulators/_kit/merge-patch';
import { groupVersion, isCustom } from '../api-resource.ts';
import { conflict, invalid, KubernetesError } from '../kubernetes-error.ts';
import { appliedBy, applyConflicts, leftOut, noteApply } from './field-owners.ts';
import { givenObject } from './given-object.ts';
import { jsonPatch } from './json-patch.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { objectView } from './managed-fields.ts';
import { checkPlace, givenMeta } from './object-meta.ts';
import type { Place } from './object-place.ts';
import type { ObjectStore } from './object-store.ts';
import type { Writing } from './object-writer.ts';
import { strategicMerge } from './strategic-merge.ts';
import { checkTyped } from './typed-apply.ts';

const manifest = z.looseObject({ apiVersion: z.unknown(), kind: z.unknown(), metadata: givenMeta.loose().default({}) });
const applyQuery = z.object({ fieldManager: z.string().default(''), force: z.stringbool().default(false) });

type Patching = {
  place: Place;
  request: Pick<FastifyRequest, 'headers' | 'query' | 'body'>;
  writing: Writing;
  strict: boolean;
};
type Patched = { object: KubernetesObject; isNew: boolean };

/**
 * Applies a PATCH of one of four kinds. The content type selects the kind.
 * @throws KubernetesError 415 for another content type, 404 if the object is missing and the patch is not an apply
 */
export function patchObject(store: ObjectStore, { place, request, writing, strict }: Patching): Patched {
  const { resource, name } = place;
  const kind = (request.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (kind === 'application/apply-patch+yaml') return apply(store, { place, request, writing, strict });
  const change = PATCHES[kind];
  // A strategic merge needs a schema. Kinds from a custom resource definition have no schema here.
  if (!change || (isCustom(resource) && kind === STRATEGIC)) {
    throw new KubernetesError('UnsupportedMediaType', '415: Unsupported Media Type', {});
  }
  // The object includes the list of field owners, because a patch may test or replace the list. Each write records the
  // owners again.
  const current = objectView(store.get(place), store.ownersOf(place));
  const patched = withoutNulls(change(current, request.body, name));
  return { object: store.replace(place, givenObject(resource, patched, { strict }), writing), isNew: false };
}

type Patch = (object: KubernetesObject, patch: unknown, name: string) => unknown;

const STRATEGIC = 'application/strategic-merge-patch+json';
const PATCHES: Record<string, Patch> = {
  'application/json-patch+json': (object, patch, name) => {
    try {
      return jsonPatch(object, patch);
    } catch {
      throw new KubernetesError('Invalid', 'the server rejected our request due to an error in our request', { name });
    }
  },
  'application/merge-patch+json': mergePatch,
  [STRATEGIC]: strategicMerge,
};

/**
 * Removes fields that the manager no longer applies, and merges all others. Only a forced apply overwrites fields of
 * other managers.
 */
function apply(store: ObjectStore, { place, request, writing: { dryRun }, strict }: Patching): Patched {
  const { resource, name, namespace } = place;
  const { fieldManager, force } = applyQuery.parse(request.query);
  if (!fieldManager) {
    const kind = { kind: 'PatchOptions', group: 'meta.k8s.io' };
    throw invalid(kind, '', 'fieldManager', 'Required value: is required for apply patch');
  }
  const wanted = manifestOf(request.body, place);
  const manager = appliedBy(fieldManager);
  const old = store.find(place);
  if (!old && wanted.metadata.uid) {
    const why = `uid mismatch: the provided object specified uid ${wanted.metadata.uid}, and no existing object was found`;
    throw conflict(resource, name, why);
  }
  const owners = store.ownersOf(place);
  const conflicts = old && !force ? applyConflicts(owners, old, wanted, manager) : [];
  if (conflicts.length > 0) throw applyFailed(conflicts, groupVersion(resource));
  const kept = mergePatch(old ?? { metadata: { name } }, leftOut(owners, wanted, manager));
  const given = givenObject(resource, withoutNulls(strategicMerge(kept, wanted)), { strict });
  const writing = { manager, dryRun };
  const object = old ? store.replace(place, given, writing) : store.create(resource, namespace, given, writing);
  if (!dryRun) noteApply(store.ownersOf(place), wanted, manager);
  return { object, isNew: old === undefined };
}

/** The body of an apply must state `apiVersion`, `kind` and `metadata.name`. All other bodies may omit these fields. */
function manifestOf(body: unknown, place: Place) {
  const given: unknown = typeof body === 'string' ? parseYaml(body) : body;
  checkTyped(place.resource, given);
  const wanted = manifest.parse(given);
  const { apiVersion = '', kind = '', metadata } = wanted;
  if (apiVersion !== groupVersion(place.resource) || kind !== place.resource.kind) {
    throw new KubernetesError('BadRequest', `invalid object type: /${apiVersion}, Kind=${kind}`);
  }
  if (!metadata.name) {
    const text = `the name of the object (${place.name} based on URL) was undeterminable: name must be provided`;
    throw new KubernetesError('BadRequest', text);
  }
  checkPlace(metadata, place);
  return wanted;
}

function applyFailed(conflicts: { manager: string; field: string }[], version: string): KubernetesError {
  const causes = conflicts.map(({ manager, field }) => {
    return { reason: 'FieldManagerConflict', message: `conflict with "${manager}" using ${version}`, field };
  });
  const said = Object.entries(Object.groupBy(conflicts, ({ manager }) => manager)).map(
    ([manager, its = []]) =>
      `conflicts with "${manager}" using ${version}:${its.map(({ field }) => `\n- ${field}`).join('')}`,
  );
  const [first] = causes;
  const text =
    first && causes.length === 1
      ? `1 conflict: ${first.message}: ${first.field}`
      : `${causes.length} conflicts: ${said.join('\n')}`;
  return new KubernetesError('Conflict', `Apply failed with ${text}`, { causes });
}

/** If a patch sets an absent field to null, the field is not added. So nulls are removed. */
const withoutNulls = (value: unknown): unknown => mergePatch({}, value);
