import type { AppMachine, Operation } from '#shared/domain/_core/operation';
import { secretName } from '#shared/domain/_core/secret-name';
import { type Answers, answersSchema } from '#shared/domain/cluster-contents/apps/answer-values';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { Ids, Secrets } from '#shared/ports/runtime';
import { newOperation } from '../../planning/order-deps.ts';
import type { ContentDeps } from '../open-content.ts';

export type AppDeps = ContentDeps & { ids: Ids; secrets: Pick<Secrets, 'put' | 'remove'>; stage: string };

/**
 * Name of an operation's entry in the secret store. The entry contains the secret answers to a chart's questions, and
 * is kept until Helm has the answers.
 */
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
 * Stores the secret answers, then commits the records. If the commit fails, the answers are removed from the secret
 * store.
 * @param secrets if empty, nothing is stored
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
