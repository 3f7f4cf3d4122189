import { z } from 'zod';
import { failure } from '../../_core/failure.ts';
import { uuid } from '../../_core/identifier.ts';
import { lifecycleState } from '../../_core/lifecycle-state.ts';
import { answersSchema } from './answer-values.ts';

/** A version of the chart, with the answers to its questions. Secret answers are not kept, only their names. */
const installed = z.object({
  version: z.string(),
  answers: answersSchema,
  secretNames: z.array(z.string()),
});
export type InstalledVersion = z.infer<typeof installed>;

/** Paddock's record of a Helm release that Paddock installed or changed. A pull adds more facts from the cluster. */
export const appRelease = installed.extend({
  state: lifecycleState,
  /** The operation that changes the release now, or that changed it last. Empty if no operation has changed it. */
  operationUuid: z.union([uuid, z.literal('')]),
  /** The operation that installs or has installed the release. */
  installedBy: uuid.optional(),
  /** The cluster's repository that has the chart. */
  repository: z.string(),
  chart: z.string(),
  /** Rancher's id of the project in which the release's namespace is created, if it does not exist. */
  rancherProjectId: z.string(),
  description: z.string(),
  /**
   * Whether an operation of Paddock has installed the release. Until then, a release with this name may belong to
   * somebody else.
   */
  isInstalled: z.boolean(),
  /** The version and answers that a rollback restores. */
  former: installed.optional(),
  /** Whether the operation is a rollback to Helm's previous revision. */
  rollsBack: z.boolean().optional(),
  /** Answers that the last revision had and the new revision no longer has. */
  dropped: z.array(z.string()).optional(),
  /** The Helm operation of Rancher that carries out Paddock's operation. */
  helmOperation: z.object({ namespace: z.string(), name: z.string() }).optional(),
  lastError: failure.optional(),
});
export type AppRelease = z.infer<typeof appRelease>;

/**
 * Annotation with the operation that made a revision of a release. Rancher writes it into the chart, and Helm keeps it.
 */
export const OPERATION_ANNOTATION = 'paddock.cloud/operation';

export const versionOf = ({ version, answers, secretNames }: AppRelease): InstalledVersion => ({
  version,
  answers,
  secretNames,
});

/** Schedules the next change of a release. A rollback will restore the version that is installed now. */
export function scheduledChange(release: AppRelease, operationUuid: string, to: InstalledVersion): AppRelease {
  const { helmOperation: _over, lastError: _cleared, rollsBack: _done, ...kept } = release;
  const dropped = Object.keys(release.answers).filter((variable) => !Object.hasOwn(to.answers, variable));
  return { ...kept, ...to, dropped, former: versionOf(release), state: 'UPDATE_SCHEDULED', operationUuid };
}
