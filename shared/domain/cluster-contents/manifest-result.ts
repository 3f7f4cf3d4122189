import type { FieldProblem } from '#shared/errors';
import type { PlannedManifest, PlannedObject, Refusal } from './planned-manifests.ts';

/**
 * The result for an object. In a dry run, the result that a real import would have. `not_checked`: the namespace or the
 * kind of the object is made by the same text. `not_applied`: nothing was done, because another object failed.
 * `unknown`: the answer to the write was lost.
 */
export type ManifestOutcome =
  | 'created'
  | 'changed'
  | 'unchanged'
  | 'refused'
  | 'not_checked'
  | 'not_applied'
  | 'unknown';

/**
 * An object of the imported text and its result. `changes` describes the changes of an object, as in
 * object-difference.ts.
 */
export type ManifestResult = {
  place: number;
  line: number;
  apiVersion: string;
  kind: string;
  /** Empty for an object that belongs to no namespace. */
  namespace: string;
  name: string;
  outcome: ManifestOutcome;
  changes: string;
  /** Kubernetes' message about a refused object, or the reason why an object was not checked or not applied. */
  error: string;
  causes: (FieldProblem & { line?: number })[];
};

/** Maximum number of characters for the changes of one object. A whole answer of the API can have at most 6 MB. */
const MOST_CHANGES = 10_000;
const shortened = (changes: string): string =>
  changes.length > MOST_CHANGES ? `${changes.slice(0, MOST_CHANGES)}\n(cut off)` : changes;

/** The result of an object, with empty values for all fields that are not given. */
export function resultOf(planned: PlannedManifest, outcome: ManifestOutcome, more: Partial<ManifestResult> = {}) {
  const { found, place, line } = planned.manifest;
  const { apiVersion, kind, metadata } = found;
  const namespace = ('at' in planned ? planned.at.namespace : metadata.namespace) ?? '';
  const { changes = '', ...rest } = more;
  const base = { place, line, apiVersion, kind, namespace, name: metadata.name ?? '', error: '', causes: [] };
  return { ...base, ...rest, outcome, changes: shortened(changes) } satisfies ManifestResult;
}

/** The result of a refused object, with the lines of its wrong fields. */
export const refusedResult = (planned: PlannedManifest, { message, problems }: Refusal): ManifestResult =>
  resultOf(planned, 'refused', {
    error: message,
    causes: problems.map(({ field, message: words }) => {
      const line = planned.manifest.lineOf(field);
      return { field, message: words, ...(line !== undefined && { line }) };
    }),
  });

/** The result of an object that Kubernetes cannot check yet, because the same text makes its kind or its namespace. */
export const uncheckedResult = (planned: PlannedObject): ManifestResult =>
  resultOf(planned, 'not_checked', {
    error: `The text itself makes its ${planned.needs.kind ? 'kind' : 'namespace'}, so Kubernetes cannot check it yet.`,
  });
