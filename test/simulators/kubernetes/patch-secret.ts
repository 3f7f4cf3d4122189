import type { FastifyRequest } from 'fastify';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { mergePatch } from '../_kit/merge-patch.ts';
import { applyConflicts } from './apply-conflicts.ts';
import { jsonPatch } from './json-patch.ts';
import type { KubernetesContext } from './kubernetes-context.ts';
import { invalid, KubernetesError } from './kubernetes-error.ts';
import type { Secret } from './kubernetes-objects.ts';
import { parseSecret } from './secret-body.ts';
import type { Place, SecretStore } from './secret-store.ts';

const applyQuery = z.object({ fieldManager: z.string().default(''), force: z.stringbool().default(false) });

/**
 * A PATCH in one of its four kinds, told apart by content type. A strategic merge of a secret is a plain merge: it has no lists.
 * @throws KubernetesError 415 for another content type, 404 unless it is an apply
 */
export function patchSecret(
  context: KubernetesContext,
  store: SecretStore,
  { place, request, dryRun }: { place: Place; request: FastifyRequest; dryRun: boolean },
): { secret: Secret; isNew: boolean } {
  const kind = (request.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (kind === 'application/apply-patch+yaml') return apply(context, store, { place, request, dryRun });
  const change = PATCHES[kind];
  if (!change) {
    const text = `the body of the request was in an unknown format - accepted media types include: ${Object.keys(PATCHES).join(', ')}, application/apply-patch+yaml`;
    throw new KubernetesError('UnsupportedMediaType', text);
  }
  const patched = parseSecret(withoutNulls(change(store.get(place), request.body, place.name)));
  return { secret: store.replace(place, patched, dryRun), isNew: false };
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
  { applied }: KubernetesContext,
  store: SecretStore,
  { place, request, dryRun }: { place: Place; request: FastifyRequest; dryRun: boolean },
): { secret: Secret; isNew: boolean } {
  const { fieldManager, force } = applyQuery.parse(request.query);
  if (!fieldManager) {
    throw invalid('PatchOptions.meta.k8s.io', '', 'fieldManager', 'Required value: is required for apply patch');
  }
  const wanted: unknown = typeof request.body === 'string' ? parseYaml(request.body) : request.body;
  const key = `${place.namespace}/${place.name} ${fieldManager}`;
  const old = store.find(place);
  const conflicts = old && !force ? applyConflicts(wanted, old, applied.get(key)) : [];
  if (conflicts.length > 0) throw applyFailed(conflicts);
  const merged = mergePatch(
    mergePatch(old ?? { metadata: { name: place.name } }, leftOut(applied.get(key), wanted)),
    wanted,
  );
  const given = parseSecret(withoutNulls(merged));
  const secret = old ? store.replace(place, given, dryRun) : store.create(place.namespace, given, dryRun);
  if (!dryRun) applied.set(key, wanted);
  return { secret, isNew: old === undefined };
}

function applyFailed(fields: string[]): KubernetesError {
  const list = fields.map((field) => `conflict with "somebody-else" using v1: ${field}`).join('\n- ');
  const count = fields.length === 1 ? '1 conflict: ' : `${fields.length} conflicts:\n- `;
  return new KubernetesError('Conflict', `Apply failed with ${count}${list}`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A merge patch that takes away what `before` has and `now` has not. */
function leftOut(before: unknown, now: unknown): Record<string, unknown> {
  if (!isObject(before) || !isObject(now)) return {};
  return Object.fromEntries(
    Object.entries(before)
      .filter(([key, value]) => !(key in now) || isObject(value))
      .map(([key, value]) => [key, key in now ? leftOut(value, now[key]) : null]),
  );
}

/** A patch that adds a field as null adds nothing. */
const withoutNulls = (value: unknown): unknown => mergePatch({}, value);
