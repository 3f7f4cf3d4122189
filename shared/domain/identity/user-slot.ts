import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';
import type { SiteSettings } from '../_core/site-settings.ts';

/** What everybody makes for himself, and so many of. */
const slotKind = z.enum(['api-token', 'ssh-key', 'hook']);
export type SlotKind = z.infer<typeof slotKind>;

/** One of the places that a user has for things of a kind, and what has taken it. */
export const userSlot = z.object({
  userUuid: uuid,
  of: slotKind,
  /** From 0. */
  number: z.number().int().nonnegative(),
  holder: uuid,
  /** When what has taken it is over by itself. */
  expiresAt: instant.optional(),
});
export type UserSlot = z.infer<typeof userSlot>;

type Limits = Pick<SiteSettings, 'apiTokensPerUser' | 'sshKeysPerUser' | 'hooksPerUser'>;

/** How many a user may have, and what to say of one more. */
export function limitOf(kind: SlotKind, site: Limits): { limit: number; refusal: string } {
  const [limit, name] = {
    'api-token': [site.apiTokensPerUser, 'API tokens'] as const,
    'ssh-key': [site.sshKeysPerUser, 'SSH keys'] as const,
    hook: [site.hooksPerUser, 'hooks'] as const,
  }[kind];
  return { limit, refusal: `A user has ${limit} ${name} at most.` };
}
