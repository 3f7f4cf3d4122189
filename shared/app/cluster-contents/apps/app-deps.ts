import type { Operation } from '#shared/domain/_core/operation';
import { secretName } from '#shared/domain/_core/secret-name';
import { type Answers, answersSchema } from '#shared/domain/cluster-contents/apps/answer-values';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { Ids, Secrets } from '#shared/ports/runtime';
import { newOperation } from '../../planning/order-deps.ts';
import type { ContentDeps } from '../open-content.ts';

export type AppDeps = ContentDeps & { ids: Ids; secrets: Pick<Secrets, 'put' | 'remove'>; stage: string };
type AppMachine = Extract<Operation['machine'], `${string}-app`>;

/** Secret answers are in the secret store from the call until Helm has them. */
export const answersSecretName = (stage: string, operationUuid: string): string =>
  secretName(stage, 'app', operationUuid);

export const keepSecretAnswers = (
  { secrets, stage }: Pick<AppDeps, 'secrets' | 'stage'>,
  operationUuid: string,
  answers: Answers,
): Promise<void> => secrets.put(answersSecretName(stage, operationUuid), JSON.stringify(answers));

export async function secretAnswersOf(
  { secrets, stage }: { secrets: Pick<Secrets, 'find'>; stage: string },
  operationUuid: string,
): Promise<Answers> {
  const text = await secrets.find(answersSecretName(stage, operationUuid));
  return text === undefined ? {} : answersSchema.parse(JSON.parse(text));
}

export const appOperation = (
  deps: Pick<AppDeps, 'clock' | 'ids'>,
  { clusterUuid, uuid: appUuid }: Pick<ClusterContent, 'clusterUuid' | 'uuid'>,
  machine: AppMachine,
  correlationId: string,
): Operation => newOperation(deps, clusterUuid, correlationId, { machine, appUuid });

/**
 * Commits work whose secret answers are stored first. They are removed again when the work is not accepted.
 * @param secrets none are stored when it is empty
 */
export async function withSecretAnswers(
  deps: Pick<AppDeps, 'secrets' | 'stage'>,
  operationUuid: string,
  secrets: Answers,
  commit: () => Promise<void>,
): Promise<void> {
  if (Object.keys(secrets).length === 0) return commit();
  await keepSecretAnswers(deps, operationUuid, secrets);
  try {
    await commit();
  } catch (error) {
    await deps.secrets.remove(answersSecretName(deps.stage, operationUuid));
    throw error;
  }
}
