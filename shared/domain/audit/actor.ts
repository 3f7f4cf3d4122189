import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { fullNameOf } from '../identity/user.ts';
import type { Caller } from '../organizations/caller.ts';

/**
 * Who changes something. `user`: a caller of the API; `step`: a state machine's step, for an operation; `job`: a schedule, or an
 * operator's command; `anonymous`: a call of the API before its caller is known, which makes users at their first sign-in.
 */
export const actor = z.object({
  kind: z.enum(['user', 'step', 'job', 'anonymous']),
  userUuid: uuid.optional(),
  username: z.string().optional(),
  fullName: z.string().optional(),
  /** Staff that acts as the user. */
  impersonatorUuid: uuid.optional(),
  impersonatorUsername: z.string().optional(),
  /** The API token that was used, by the name its owner gave it. */
  tokenName: z.string().optional(),
  /** As the gateway saw it, and not as the caller says. */
  sourceAddress: z.string().optional(),
  /** As in log lines and in the answer's header. */
  correlationId: z.string().optional(),
  operationUuid: uuid.optional(),
  /** Of a step or a job. */
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

/** Where nobody said who it is. */
export const NOBODY: Actor = { kind: 'job', name: 'unknown' };
