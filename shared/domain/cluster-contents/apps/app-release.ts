import { z } from 'zod';
import { failure } from '../../_core/failure.ts';
import { uuid } from '../../_core/identifier.ts';
import { type LifecycleState, lifecycleState } from '../../_core/lifecycle-state.ts';
import type { AppMachine } from '../../_core/operation.ts';
import { answersSchema } from './answer-values.ts';

/** A version of a chart, with the answers to its questions. Of secret answers, only the names are stored. */
const installed = z.object({
  version: z.string(),
  answers: answersSchema,
  secretNames: z.array(z.string()),
  /** Helm's number of the revision that has this version. Missing until the change to this version has succeeded. */
  revision: z.int().optional(),
});
export type InstalledVersion = z.infer<typeof installed>;

/** Paddock's record of a Helm release that Paddock installed or changed. A pull adds more facts from the cluster. */
export const appRelease = installed.extend({
  state: lifecycleState,
  /** The operation that changes the release now, or that changed it last. Empty if no operation has changed it. */
  operationUuid: z.union([uuid, z.literal('')]),
  /** The user who requested the last operation. The operation is done with the rights of this user. */
  requestedBy: uuid.optional(),
  /** Accounts in Rancher with whose rights the operation is done. They are deleted when it has ended. */
  accountIds: z.array(z.string()).optional(),
  /** The operation that installs or has installed the release. */
  installedBy: uuid.optional(),
  /** The cluster's repository that has the chart. */
  repository: z.string(),
  chart: z.string(),
  /** Rancher's id of the project in which the release's namespace is created, if the namespace does not exist. */
  rancherProjectId: z.string(),
  description: z.string(),
  /**
   * Whether an operation of Paddock has installed the release. Until then, a release with this name may belong to
   * somebody else.
   */
  isInstalled: z.boolean(),
  /**
   * The version and answers that were installed before the last change. A rollback restores them. If the last change
   * has failed, the next change keeps them, because they are the last ones that were installed successfully. Absent
   * before the first change.
   */
  former: installed.optional(),
  /** Whether the operation is a rollback to Helm's previous revision. */
  rollsBack: z.boolean().optional(),
  /**
   * Helm's revision to which a rollback returns. It is recorded before the call to Rancher, so a repeated rollback
   * returns to the same revision.
   */
  toRevision: z.int().optional(),
  /**
   * Names of answers that the last revision had and the new revision no longer has. The field is removed when the
   * change has succeeded.
   */
  dropped: z.array(z.string()).optional(),
  /** The Helm operation of Rancher that carries out Paddock's operation. */
  helmOperation: z.object({ namespace: z.string(), name: z.string() }).optional(),
  lastError: failure.optional(),
});
export type AppRelease = z.infer<typeof appRelease>;

const MACHINES_AT_WORK: Readonly<Partial<Record<LifecycleState, AppMachine>>> = {
  CREATION_SCHEDULED: 'create-app',
  CREATING: 'create-app',
  UPDATE_SCHEDULED: 'update-app',
  UPDATING: 'update-app',
  DELETION_SCHEDULED: 'delete-app',
  DELETING: 'delete-app',
};
/** States of a release with an unfinished operation. */
export const APP_STATES_AT_WORK: readonly string[] = Object.keys(MACHINES_AT_WORK);
/** The state machine of the release's unfinished operation. Undefined if the release has no such operation. */
export const machineAtWork = ({ state }: Pick<AppRelease, 'state'>): AppMachine | undefined => MACHINES_AT_WORK[state];

/**
 * Annotation with the uuid of the operation that made a revision of a release. Rancher writes the annotation into the
 * chart, and Helm keeps it.
 */
export const OPERATION_ANNOTATION = 'paddock.cloud/operation';

const versionOf = ({ version, answers, secretNames, revision }: AppRelease): InstalledVersion => ({
  ...{ version, answers, secretNames },
  ...(revision !== undefined && { revision }),
});

/** Whether the last change has failed or still runs. */
const isUnfinished = ({ dropped }: AppRelease): boolean => dropped !== undefined;

/**
 * The version that the last successful change installed. While a change runs, and after a failed change, the record's
 * own fields describe that change, so the function returns `former`.
 */
const installedVersion = (release: AppRelease): InstalledVersion =>
  (isUnfinished(release) ? release.former : undefined) ?? versionOf(release);

/**
 * Names of the secret answers that the next change can keep. After a failed change, the names that this change did not
 * remove, because it may have reached Helm.
 */
export const keptSecretNames = (release: AppRelease): string[] =>
  installedVersion(release).secretNames.filter((name) => release.secretNames.includes(name));

/**
 * Schedules the next change of a release. A later rollback restores the version that is installed now. `dropped` lists
 * the names of answers that Helm may have now but that are missing in the new change. Answers of an earlier failed
 * change are included, because that change may have reached Helm.
 */
export function scheduledChange(release: AppRelease, operationUuid: string, to: InstalledVersion): AppRelease {
  const { helmOperation: _over, accountIds: _deleted, lastError: _cleared, rollsBack: _done, ...others } = release;
  const { toRevision: _reached, revision: _before, ...kept } = others;
  const { version, answers, secretNames } = to;
  const former = installedVersion(release);
  const before = [former.answers, release.answers].flatMap(Object.keys).concat(release.dropped ?? []);
  const dropped = [...new Set(before)].filter((variable) => !Object.hasOwn(answers, variable));
  const wanted = { version, answers, secretNames };
  return { ...kept, ...wanted, dropped, former, state: 'UPDATE_SCHEDULED', operationUuid };
}

/** The version to which a rollback returns. After a failed rollback, the next rollback returns to the same revision. */
function rollbackTarget(release: AppRelease): InstalledVersion {
  const { toRevision, former, version, secretNames } = release;
  if (release.rollsBack === true && isUnfinished(release)) return { ...versionOf(release), revision: toRevision };
  return former ?? { version, secretNames, answers: {} };
}

export function scheduledRollback(release: AppRelease, operationUuid: string): AppRelease {
  const to = rollbackTarget(release);
  const { revision: toRevision } = to;
  return {
    ...{ ...scheduledChange(release, operationUuid, to), rollsBack: true },
    ...(toRevision !== undefined && { toRevision }),
  };
}

/** The release after its change has succeeded. */
export function succeededRelease(release: AppRelease, revision: number | undefined): AppRelease {
  const { lastError: _over, helmOperation: _done, accountIds: _deleted, dropped: _left, ...others } = release;
  const { rollsBack: _back, toRevision: _reached, ...kept } = others;
  return { ...kept, ...(revision !== undefined && { revision }), state: 'OK', isInstalled: true };
}
