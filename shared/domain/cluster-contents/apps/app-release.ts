import { z } from 'zod';
import { failure } from '../../_core/failure.ts';
import { uuid } from '../../_core/identifier.ts';
import { answersSchema } from './answer-values.ts';

/** Waldur's states of an application. */
export const APP_STATES = [
  'CREATION_SCHEDULED',
  'CREATING',
  'OK',
  'UPDATE_SCHEDULED',
  'UPDATING',
  'DELETION_SCHEDULED',
  'DELETING',
  'ERRED',
] as const;
export type AppState = (typeof APP_STATES)[number];

/** A version of the chart, and the answers to its questions that may be shown. Secret ones have names only. */
const installed = z.object({
  version: z.string(),
  answers: answersSchema,
  secretNames: z.array(z.string()),
});
export type InstalledVersion = z.infer<typeof installed>;

/** What Paddock knows of a Helm release that it installed or changed, beside what a pull finds. */
export const appRelease = installed.extend({
  state: z.enum(APP_STATES),
  /** The operation that changes it now, or changed it last. Empty if none has. */
  operationUuid: z.union([uuid, z.literal('')]),
  /** The operation that is to install it, or has installed it. */
  installedBy: uuid.optional(),
  /** The chart's repository in the cluster, and the chart. */
  repository: z.string(),
  chart: z.string(),
  /** Rancher's id of the project, for a namespace that has to be made. */
  rancherProjectId: z.string(),
  description: z.string(),
  /** Whether an operation of ours has installed it. Until then a release of this name may be somebody else's. */
  isInstalled: z.boolean(),
  /** What a roll back brings back. */
  former: installed.optional(),
  /** The operation brings Helm's former revision back. */
  rollsBack: z.boolean().optional(),
  /** Answers of the last revision that are not given any more. */
  dropped: z.array(z.string()).optional(),
  /** Rancher's operation of this operation. */
  helmOperation: z.object({ namespace: z.string(), name: z.string() }).optional(),
  lastError: failure.optional(),
});
export type AppRelease = z.infer<typeof appRelease>;

/** Which operation made a revision of a release. Rancher writes it into the chart, and Helm keeps it. */
export const OPERATION_ANNOTATION = 'paddock.cloud/operation';

export const versionOf = ({ version, answers, secretNames }: AppRelease): InstalledVersion => ({
  version,
  answers,
  secretNames,
});

/** The next change of a release: what is installed now becomes what a roll back brings back. */
export function scheduledChange(release: AppRelease, operationUuid: string, to: InstalledVersion): AppRelease {
  const { helmOperation: _over, lastError: _cleared, rollsBack: _done, ...kept } = release;
  const dropped = Object.keys(release.answers).filter((variable) => !Object.hasOwn(to.answers, variable));
  return { ...kept, ...to, dropped, former: versionOf(release), state: 'UPDATE_SCHEDULED', operationUuid };
}
