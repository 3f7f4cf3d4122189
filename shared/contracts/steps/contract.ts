import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { nodeRole } from '#shared/domain/planning/order-attributes';

/** Input and output of a step. The name is also the step's name in events and in `last_error.step`. */
export type StepContract<I, O> = { readonly name: string; readonly input: z.ZodType<I>; readonly output: z.ZodType<O> };

export const target = z.object({ operationUuid: uuid, clusterUuid: uuid });
export const nothing = z.object({});
/** `late`: which deadline has passed, as a sentence that ends with a space. Empty if none has. */
export const sweepInput = target.extend({ late: z.string().optional() });
/** The further input of a callback task. `waitedMs` counts from the start of the wait. */
export const parked = target.extend({ taskToken: z.string(), waitedMs: z.number(), deadlineMs: z.number() });
/** Parts that the cluster's provider has. A machine skips the steps of absent parts. */
export const uses = z.object({ vault: z.boolean(), argocd: z.boolean() });
export const waves = z.object({
  uses,
  /**
   * Servers and the first agent: no node becomes active before one of each has registered
   * (docs/spec/design.md#order-of-node-creation).
   */
  first: z.array(uuid),
  /** All other agents. */
  rest: z.array(uuid),
});

/** Machines of one kind of a cluster. */
export const ofRole = target.extend({ role: nodeRole });
export const ofMembership = target.extend({ groupUuid: uuid, membershipUuid: uuid });
export const ofTenant = target.extend({ tenantUuid: uuid });
export const tenants = z.object({ tenants: z.array(uuid) });

export const step = <I, O>(name: string, input: z.ZodType<I>, output: z.ZodType<O>): StepContract<I, O> => ({
  name,
  input,
  output,
});
