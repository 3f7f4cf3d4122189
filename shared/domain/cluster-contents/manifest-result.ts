import type { FieldProblem } from '#shared/errors';
import type { PlannedManifest, PlannedObject, Refusal } from './planned-manifests.ts';

/**
 * The result of an import for one object. In a dry run, it is the result that a real import would have. `not_checked`:
 * the imported text itself creates the object's namespace or kind, so Kubernetes cannot check the object yet.
 * `not_applied`: nothing was done, because another object failed. `unknown`: the answer to the write was lost.
 */
export type ManifestOutcome =
  | 'created'
  | 'changed'
  | 'unchanged'
  | 'refused'
  | 'not_checked'
  | 'not_applied'
  | 'unknown';

/** An object of the imported text, and its result. `changes` is the text that object-difference.ts makes. */
export type ManifestResult = {
  place: number;
  line: number;
  apiVersion: string;
  kind: string;
  /** The object's namespace. Empty if the object is in no namespace. */
  namespace: string;
  name: string;
  outcome: ManifestOutcome;
  changes: string;
  /** Why the object was refused (Kubernetes' message), not checked, or not applied. */
  error: string;
  causes: (FieldProblem & { line?: number })[];
};

/**
 * Maximum number of characters in the changes of one object, because the whole answer of an API function has at most 6
 * MB.
 */
const MAX_CHANGES = 10_000;
const shortened = (changes: string): string =>
  changes.length > MAX_CHANGES ? `${changes.slice(0, MAX_CHANGES)}\n(cut off)` : changes;

/** The result for one object. Fields that are not given are empty. */
export function resultOf(planned: PlannedManifest, outcome: ManifestOutcome, more: Partial<ManifestResult> = {}) {
  const { found, place, line } = planned.manifest;
  const { apiVersion, kind, metadata } = found;
  const namespace = ('at' in planned ? planned.at.namespace : metadata.namespace) ?? '';
  const { changes = '', ...rest } = more;
  const base = { place, line, apiVersion, kind, namespace, name: metadata.name ?? '', error: '', causes: [] };
  return { ...base, ...rest, outcome, changes: shortened(changes) } satisfies ManifestResult;
}

/**
 * The result for an object that Kubernetes refused. The result has the wrong fields and the numbers of their lines, as
 * far as these lines are known.
 */
export const refusedResult = (planned: PlannedManifest, { message, problems }: Refusal): ManifestResult =>
  resultOf(planned, 'refused', {
    error: message,
    causes: problems.map(({ field, message: words }) => {
      const line = planned.manifest.lineOf(field);
      return { field, message: words, ...(line !== undefined && { line }) };
    }),
  });

/**
 * The result for an object that Kubernetes cannot check yet, because the imported text itself creates the object's kind
 * or namespace.
 */
export const uncheckedResult = (planned: PlannedObject): ManifestResult =>
  resultOf(planned, 'not_checked', {
    error: `This YAML also creates the ${planned.needs.kind ? 'kind' : 'namespace'} of the object, so Kubernetes cannot check the object yet.`,
  });
