import type { FieldProblem } from '#shared/errors';
import type { PlannedManifest, PlannedObject, Refusal } from './planned-manifests.ts';

/**
 * What became of an object, or in a dry run would become of it. `not_checked`: the text itself makes its namespace or
 * its kind. `not_applied`: nothing was done, because of another object. `unknown`: the answer to its write was lost.
 */
export type ManifestOutcome =
  | 'created'
  | 'changed'
  | 'unchanged'
  | 'refused'
  | 'not_checked'
  | 'not_applied'
  | 'unknown';

/** An object of a text and what became of it. `changes` is as in object-difference.ts, for a changed object. */
export type ManifestResult = {
  place: number;
  line: number;
  apiVersion: string;
  kind: string;
  /** Empty for an object that is in no namespace. */
  namespace: string;
  name: string;
  outcome: ManifestOutcome;
  changes: string;
  /** Kubernetes' words about a refused object, or why it was not checked or applied. */
  error: string;
  causes: (FieldProblem & { line?: number })[];
};

/** In characters for one object. An answer has at most 6 MB for all of them. */
const MOST_CHANGES = 10_000;
const shortened = (changes: string): string =>
  changes.length > MOST_CHANGES ? `${changes.slice(0, MOST_CHANGES)}\n(cut off)` : changes;

/** The result of an object about which nothing is known yet. */
export function resultOf(planned: PlannedManifest, outcome: ManifestOutcome, more: Partial<ManifestResult> = {}) {
  const { found, place, line } = planned.manifest;
  const { apiVersion, kind, metadata } = found;
  const namespace = ('at' in planned ? planned.at.namespace : metadata.namespace) ?? '';
  const { changes = '', ...rest } = more;
  const base = { place, line, apiVersion, kind, namespace, name: metadata.name ?? '', error: '', causes: [] };
  return { ...base, ...rest, outcome, changes: shortened(changes) } satisfies ManifestResult;
}

/** A refused object, with the lines of the fields that are wrong. */
export const refusedResult = (planned: PlannedManifest, { message, problems }: Refusal): ManifestResult =>
  resultOf(planned, 'refused', {
    error: message,
    causes: problems.map(({ field, message: words }) => {
      const line = planned.manifest.lineOf(field);
      return { field, message: words, ...(line !== undefined && { line }) };
    }),
  });

/** An object that Kubernetes cannot check before others of the text are there. */
export const uncheckedResult = (planned: PlannedObject): ManifestResult =>
  resultOf(planned, 'not_checked', {
    error: `The text itself makes its ${planned.needs.kind ? 'kind' : 'namespace'}, so Kubernetes cannot check it yet.`,
  });
