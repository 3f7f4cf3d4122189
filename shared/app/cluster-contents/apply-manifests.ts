import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import type { KubernetesObject } from '#shared/domain/cluster-contents/kubernetes-object';
import {
  type ManifestResult,
  refusedResult,
  resultOf,
  uncheckedResult,
} from '#shared/domain/cluster-contents/manifest-result';
import { differenceOf } from '#shared/domain/cluster-contents/object-difference';
import {
  apiVersionsOf,
  isFirst,
  type ManifestNamespaces,
  type PlannedManifest,
  type PlannedObject,
  planManifests,
} from '#shared/domain/cluster-contents/planned-manifests';
import type { Manifest } from '#shared/domain/clusters/manifests/manifest-documents';
import { NotAllowed, ObjectRefused } from '#shared/errors';
import type { ClusterObjects } from '#shared/ports/rancher/cluster-objects';

const AT_ONCE = 5;
/** Milliseconds between two checks whether a cluster has a kind that was just defined. */
const KIND_POLL_MS = 250;

export type Applying = {
  rancher: Pick<ClusterObjects, 'listKinds' | 'findObject' | 'applyObject'>;
  /** The cluster's id in Rancher. */
  clusterId: string;
  /**
   * Whether the apply takes over fields of other field managers. If false, Kubernetes answers with a conflict when the
   * apply would change such a field.
   */
  force: boolean;
  isLate: () => boolean;
  /** Changes an object before it is sent to Kubernetes. */
  prepare(object: KubernetesObject): KubernetesObject;
};

/**
 * One object of the YAML text, with the result of applying it. `before` is the object in the cluster before the change.
 */
export type Attempt = { planned: PlannedManifest; result: ManifestResult; before?: KubernetesObject };
type Ready = Attempt & { planned: PlannedObject };

const isReady = (attempt: Attempt): attempt is Ready => 'at' in attempt.planned;
const isFirstReady = (attempt: Ready): boolean => isFirst(attempt.planned.object);
export const isRefused = ({ result }: Attempt): boolean => result.outcome === 'refused';
const isUnchecked = ({ result }: Attempt): boolean => result.outcome === 'not_checked';

/** Finds the API path of every object. The kinds of each API version are read once. */
export async function planAttempts(
  { rancher, clusterId }: Pick<Applying, 'rancher' | 'clusterId'>,
  manifests: readonly Manifest[],
  into: ManifestNamespaces,
): Promise<Attempt[]> {
  const read = async (version: string) => [version, await rancher.listKinds(clusterId, version)] as const;
  const kinds = new Map(await pMap(apiVersionsOf(manifests), read, { concurrency: AT_ONCE }));
  return planManifests(manifests, kinds, into).map((planned) => ({
    planned,
    result: 'at' in planned ? uncheckedResult(planned) : refusedResult(planned, planned.refusal),
  }));
}

async function applyOne(applying: Applying, { planned, before }: Ready, dryRun: boolean): Promise<ManifestResult> {
  const { rancher, clusterId, force } = applying;
  try {
    const object = applying.prepare(planned.object);
    const after = await rancher.applyObject(clusterId, planned.at, object, { dryRun, force });
    if (before === undefined) return resultOf(planned, 'created');
    const changes = differenceOf(before, after);
    return resultOf(planned, changes === '' ? 'unchanged' : 'changed', { changes });
  } catch (error) {
    if (error instanceof ObjectRefused) return refusedResult(planned, error);
    if (error instanceof NotAllowed) return refusedResult(planned, { message: error.message, problems: [] });
    throw error;
  }
}

async function check(applying: Applying, attempts: readonly Ready[]): Promise<void> {
  const { rancher, clusterId } = applying;
  const one = async (attempt: Ready) => {
    const before = await rancher.findObject(clusterId, attempt.planned.at);
    if (before !== undefined) attempt.before = before;
    attempt.result = await applyOne(applying, attempt, true);
  };
  await pMap(attempts, one, { concurrency: AT_ONCE });
}

/**
 * Checks the objects by a dry run in Kubernetes. If the YAML text itself creates the namespace or the kind of an
 * object, this object cannot be checked yet.
 */
export async function checkAttempts(applying: Applying, attempts: readonly Attempt[]): Promise<void> {
  const ready = attempts.filter(isReady);
  const first = ready.filter(isFirstReady);
  await check(applying, first);
  const there = new Set(first.filter(({ before }) => before).map(({ planned }) => planned.at.name));
  const isPossible = ({ planned: { needs } }: Ready) =>
    !needs.kind && (needs.namespace === undefined || there.has(needs.namespace));
  await check(
    applying,
    ready.filter((attempt) => !isFirstReady(attempt) && isPossible(attempt)),
  );
}

/**
 * Applies the objects in their order in the YAML text. If Kubernetes refuses an object, the next objects are still
 * applied. If Rancher fails, no more objects are applied.
 */
async function write(applying: Applying, attempts: readonly Ready[]): Promise<void> {
  for (const attempt of attempts) {
    if (applying.isLate()) return;
    attempt.result = resultOf(attempt.planned, 'unknown', {
      error: 'Rancher did not answer, so it is unknown whether the object was applied.',
    });
    attempt.result = await applyOne(applying, attempt, false);
  }
}

async function waitForKinds({ rancher, clusterId, isLate }: Applying, attempts: readonly Ready[]): Promise<void> {
  const wanted = attempts.filter(({ planned }) => planned.needs.kind);
  for (const { planned } of wanted) {
    const { apiVersion, plural } = planned.at;
    const isThere = async () => (await rancher.listKinds(clusterId, apiVersion)).some((kind) => kind.plural === plural);
    while (!isLate() && !(await isThere())) await pause(KIND_POLL_MS);
  }
}

const leave = ({ planned }: Attempt) => resultOf(planned, 'not_applied');

/** Checks the objects whose namespaces or kinds did not exist at the first check. */
async function checkLate(applying: Applying, late: readonly Ready[]): Promise<void> {
  try {
    await waitForKinds(applying, late);
    await check(applying, late);
  } finally {
    for (const attempt of late) if (!isRefused(attempt)) attempt.result = leave(attempt);
  }
}

/**
 * Applies the namespaces and kinds first. Then checks the objects that need these namespaces and kinds, and applies all
 * other objects. `attempts` has the results even if Rancher fails and an error is thrown.
 */
export async function writeAttempts(applying: Applying, attempts: readonly Attempt[]): Promise<void> {
  const ready = attempts.filter(isReady);
  const late = ready.filter(isUnchecked);
  for (const attempt of ready) attempt.result = leave(attempt);
  await write(applying, ready.filter(isFirstReady));
  if (ready.some(isRefused)) return;
  await checkLate(applying, late);
  if (late.some(isRefused)) return;
  await write(
    applying,
    ready.filter((attempt) => !isFirstReady(attempt)),
  );
}

/**
 * Called if the check refused an object. In this case nothing is applied. Gives all other objects the result
 * `not_applied`.
 */
export function leaveAttempts(attempts: readonly Attempt[]): void {
  for (const attempt of attempts) if (!isRefused(attempt)) attempt.result = leave(attempt);
}
