import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { fullNameOf } from '../identity/user.ts';
import type { Caller } from '../organizations/caller.ts';

/**
 * Who changes something. `user`: a caller of the API. `step`: a step of a state machine, for an operation. `job`: a
 * schedule, or an operator's command. `anonymous`: a call without a known caller, such as a first sign-in, which
 * creates the user.
 */
export const actor = z.object({
  kind: z.enum(['user', 'step', 'job', 'anonymous']),
  userUuid: uuid.optional(),
  username: z.string().optional(),
  fullName: z.string().optional(),
  /** The staff user who acts on behalf of this user. */
  impersonatorUuid: uuid.optional(),
  impersonatorUsername: z.string().optional(),
  /** Name of the API token that was used. The token's owner chose the name. */
  tokenName: z.string().optional(),
  /** The caller's address as the gateway saw it. Headers in which a caller may claim another address are ignored. */
  sourceAddress: z.string().optional(),
  /** The correlation id, which is also in the log lines and in a header of the API's answer. */
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

/** The actor of changes for which no actor was set. */
export const NOBODY: Actor = { kind: 'job', name: 'unknown' };
