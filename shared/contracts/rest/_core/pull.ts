import { z } from 'zod';

const pullView = z.object({ detail: z.string() });
const PULLED = { detail: 'Pull operation was successfully scheduled.' };

/** Waldur's answer to every pull, word for word. Here the pull is already done. */
export const pullReply = { status: 202, reply: pullView, replyExample: PULLED } as const;
