import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { fullNameOf } from '../identity/user.ts';
import type { Caller } from '../organizations/caller.ts';

/**
 * Who makes a change. `user`: a caller of the API. `step`: a step of a state machine, for an operation. `job`: a
 * schedule, or a command of an operator. `anonymous`: a call without a known caller, such as the first sign-in, which
 * creates the user.
 */
export const actor = z.object({
  kind: z.enum(['user', 'step', 'job', 'anonymous']),
  userUuid: uuid.optional(),
  username: z.string().optional(),
  fullName: z.string().optional(),
  /** The staff user who acts in the name of this user. */
  impersonatorUuid: uuid.optional(),
  impersonatorUsername: z.string().optional(),
  /** Name of the API token of the call. The owner of the token chose the name. */
  tokenName: z.string().optional(),
  /**
   * The caller's address as the gateway saw it. Headers with an address are ignored, because a caller can write
   * anything into them.
   */
  sourceAddress: z.string().optional(),
  /** The correlation id. Log lines and a header of the API's answer contain this id, too. */
  correlationId: z.string().optional(),
  operationUuid: uuid.optional(),
  /** Name of a step or a job. */
  name: z.string().optional(),
});
export type Actor = z.infer<typeof actor>;

type Call = { correlationId: string; sourceAddress: string | undefined };
const from = ({ correlationId, sourceAddress }: Call) => ({
  correlationId,
  ...(sourceAddress !== undefined && { sourceAddress }),
});

export const anonymousActor = (call: Call): Actor => ({ kind: 'anonymous', ...from(call) });

export function callerActor({ user, impersonator, token }: Caller, call: Call): Actor {
  return {
    kind: 'user',
    ...from(call),
    userUuid: user.uuid,
    username: user.username,
    fullName: fullNameOf(user),
    ...(impersonator && { impersonatorUuid: impersonator.uuid, impersonatorUsername: impersonator.username }),
    ...(token && { tokenName: token.name }),
  };
}

/** The actor of a change for which the code has set no actor. */
export const NOBODY: Actor = { kind: 'job', name: 'unknown' };
