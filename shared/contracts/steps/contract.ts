import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { nodeRole } from '#shared/domain/planning/order-attributes';

/** Name, input and output of a step. The name is shown in events and in `last_error.step`. */
export type StepContract<I, O> = { readonly name: string; readonly input: z.ZodType<I>; readonly output: z.ZodType<O> };

export const target = z.object({ operationUuid: uuid, clusterUuid: uuid });
export const nothing = z.object({});
/**
 * `late` says which deadline has passed, as a sentence with a space at its end. `late` is empty or absent if no
 * deadline has passed.
 */
export const sweepInput = target.extend({ late: z.string().optional() });
/** Input of a callback task, in addition to `target`. `waitedMs` is the time since the wait began. */
export const parked = target.extend({ taskToken: z.string(), waitedMs: z.number(), deadlineMs: z.number() });
/** Which optional backends the cluster's provider has. State machines skip the steps of absent backends. */
export const uses = z.object({ vault: z.boolean(), argocd: z.boolean() });
export const waves = z.object({
  /** `longhorn` is true if Longhorn was ordered and Argo CD does not install it. */
  uses: uses.extend({ longhorn: z.boolean() }),
  /**
   * The first wave: all servers and one agent. No node becomes active before a server and an agent have registered
   * (docs/spec/design.md#order-of-node-creation).
   */
  first: z.array(uuid),
  /** The second wave: all other agents. */
  rest: z.array(uuid),
});

export const ofRole = target.extend({ role: nodeRole });
export const ofMembership = target.extend({ groupUuid: uuid, membershipUuid: uuid });
export const ofTenant = target.extend({ tenantUuid: uuid });
export const tenants = z.object({ tenants: z.array(uuid) });

export const step = <I, O>(name: string, input: z.ZodType<I>, output: z.ZodType<O>): StepContract<I, O> => ({
  name,
  input,
  output,
});
