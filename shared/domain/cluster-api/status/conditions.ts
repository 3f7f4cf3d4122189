import { z } from 'zod';
import type { SeenKubernetesObject } from '../kubernetes-object.ts';

const condition = z.looseObject({
  type: z.string(),
  status: z.string().catch('Unknown'),
  reason: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  observedGeneration: z.int().optional().catch(undefined),
});
export type Condition = z.infer<typeof condition>;

const list = z.array(condition).catch([]);
const count = z.int().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const status = z
  .looseObject({
    conditions: list,
    v1beta2: z.looseObject({ conditions: list }).optional().catch(undefined),
    phase: text,
    observedGeneration: count,
    replicas: count,
    readyReplicas: count,
    updatedReplicas: count,
    failureMessage: text,
    failureReason: text,
  })
  .catch({ conditions: [] });
const spec = z
  .looseObject({
    replicas: count,
    version: text,
    template: z
      .looseObject({ spec: z.looseObject({ version: text }) })
      .optional()
      .catch(undefined),
  })
  .catch({});

export const statusOf = (object: SeenKubernetesObject) => status.parse(object.status);
export const specOf = (object: SeenKubernetesObject) => spec.parse(object.spec);

/** The condition of the contract v1beta2, which Cluster API 1.10 writes in addition to the condition of v1beta1. */
export const newCondition = (object: SeenKubernetesObject, type: string): Condition | undefined =>
  statusOf(object).v1beta2?.conditions.find((one) => one.type === type);

/** The condition of the contract v1beta1. */
export const oldCondition = (object: SeenKubernetesObject, type: string): Condition | undefined =>
  statusOf(object).conditions.find((one) => one.type === type);

export const isTrue = (one: Condition | undefined): boolean => one?.status === 'True';

/** Whether Cluster API has started to work on the object, so that the object's status has conditions. */
export const isLookedAt = (object: SeenKubernetesObject): boolean =>
  statusOf(object).conditions.length > 0 || statusOf(object).v1beta2 !== undefined;

/**
 * Messages of the conditions that are not true. A failure message comes first. Messages of v1beta1 come before messages
 * of v1beta2, because messages of v1beta1 have only one line.
 */
export const complaintsOf = (object: SeenKubernetesObject): string[] => {
  const { conditions, v1beta2, failureMessage } = statusOf(object);
  const messages = [...conditions, ...(v1beta2?.conditions ?? [])]
    .filter(({ status: truth }) => truth !== 'True')
    .flatMap(({ message }) => (message ? [message] : []));
  return failureMessage ? [failureMessage, ...messages] : messages;
};
