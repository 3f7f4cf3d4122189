import type { FastifyRequest } from 'fastify';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { mergePatch } from '../_kit/merge-patch.ts';
import { appliedBy, applyConflicts, leftOut, noteApply } from './field-owners.ts';
import { jsonPatch } from './json-patch.ts';
import { invalid, KubernetesError } from './kubernetes-error.ts';
import type { Secret } from './kubernetes-objects.ts';
import { checkPlace, givenMeta } from './object-meta.ts';
import { parseSecret } from './secret-body.ts';
import type { Place, SecretStore, Writing } from './secret-store.ts';

const manifest = z.looseObject({ apiVersion: z.unknown(), kind: z.unknown(), metadata: givenMeta.loose().default({}) });
const applyQuery = z.object({ fieldManager: z.string().default(''), force: z.stringbool().default(false) });

/**
 * A PATCH in one of its four kinds, told apart by content type. A strategic merge of a secret is a plain merge: it has no lists.
 * @throws KubernetesError 415 for another content type, 404 unless it is an apply
 */
export function patchSecret(
  store: SecretStore,
  { place, request, writing }: { place: Place; request: FastifyRequest; writing: Writing },
): { secret: Secret; isNew: boolean } {
  const kind = (request.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (kind === 'application/apply-patch+yaml') return apply(store, { place, request, dryRun: writing.dryRun });
  const change = PATCHES[kind];
  if (!change) {
    const text = `the body of the request was in an unknown format - accepted media types include: ${Object.keys(PATCHES).join(', ')}, application/apply-patch+yaml`;
    throw new KubernetesError('UnsupportedMediaType', text);
  }
  const patched = parseSecret(withoutNulls(change(store.get(place), request.body, place.name)));
  return { secret: store.replace(place, patched, writing), isNew: false };
}

type Patch = (secret: Secret, patch: unknown, name: string) => unknown;

const PATCHES: Record<string, Patch> = {
  'application/json-patch+json': (secret, patch, name) => {
    try {
      return jsonPatch(secret, patch);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      throw new KubernetesError('Invalid', `the server rejected our request due to an error in our request: ${text}`, {
        name,
      });
    }
  },
  'application/merge-patch+json': mergePatch,
  'application/strategic-merge-patch+json': mergePatch,
};

/**
 * What a manager applied before and leaves out now is removed; everything else is merged. What somebody else has written
 * stands, unless the apply is forced.
 */
function apply(
  store: SecretStore,
  { place, request, dryRun }: { place: Place; request: FastifyRequest; dryRun: boolean },
): { secret: Secret; isNew: boolean } {
  const { fieldManager, force } = applyQuery.parse(request.query);
  if (!fieldManager) {
    throw invalid('PatchOptions.meta.k8s.io', '', 'fieldManager', 'Required value: is required for apply patch');
  }
  const wanted = manifestOf(request, place);
  const manager = appliedBy(fieldManager);
  const old = store.find(place);
  const owners = store.ownersOf(place);
  const conflicts = old && !force ? applyConflicts(owners, old, wanted, manager) : [];
  if (conflicts.length > 0) throw applyFailed(conflicts);
  const kept = mergePatch(old ?? { metadata: { name: place.name } }, leftOut(owners, wanted, manager));
  const given = parseSecret(withoutNulls(mergePatch(kept, wanted)));
  const writing = { manager, dryRun };
  const secret = old ? store.replace(place, given, writing) : store.create(place.namespace, given, writing);
  if (!dryRun) noteApply(store.ownersOf(place), wanted, manager);
  return { secret, isNew: old === undefined };
}

/** Unlike any other body, that of an apply has to say itself what it is, and of which name. */
function manifestOf({ body }: FastifyRequest, place: Place) {
  const wanted = manifest.parse(typeof body === 'string' ? parseYaml(body) : body);
  const { apiVersion = '', kind = '', metadata } = wanted;
  if (apiVersion !== 'v1' || kind !== 'Secret') {
    throw new KubernetesError('BadRequest', `invalid object type: /${apiVersion}, Kind=${kind}`);
  }
  if (!metadata.name) {
    const text = `the name of the object (${place.name} based on URL) was undeterminable: name must be provided`;
    throw new KubernetesError('BadRequest', text);
  }
  checkPlace(metadata, place);
  return wanted;
}

function applyFailed(conflicts: { manager: string; field: string }[]): KubernetesError {
  const causes = conflicts.map(({ manager, field }) => {
    return { reason: 'FieldManagerConflict', message: `conflict with "${manager}" using v1`, field };
  });
  const said = Object.entries(Object.groupBy(conflicts, ({ manager }) => manager)).map(
    ([manager, its = []]) => `conflicts with "${manager}" using v1:${its.map(({ field }) => `\n- ${field}`).join('')}`,
  );
  const [first] = causes;
  const text =
    first && causes.length === 1
      ? `1 conflict: ${first.message}: ${first.field}`
      : `${causes.length} conflicts: ${said.join('\n')}`;
  return new KubernetesError('Conflict', `Apply failed with ${text}`, { causes });
}

/** A patch that adds a field as null adds nothing. */
const withoutNulls = (value: unknown): unknown => mergePatch({}, value);
