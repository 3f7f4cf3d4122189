import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';
import type { SiteSettings } from '../_core/site-settings.ts';

/** Kinds of objects that users create for themselves. Each user may have a limited number of each kind. */
const slotKind = z.enum(['api-token', 'ssh-key', 'hook']);
export type SlotKind = z.infer<typeof slotKind>;

/**
 * A slot: the right of a user to have one object of a kind. A user has a limited number of slots for each kind. Each
 * slot holds one object, so two calls at the same time cannot exceed the limit.
 */
export const userSlot = z.object({
  userUuid: uuid,
  of: slotKind,
  /** Number of the slot; the first is 0. */
  number: z.number().int().nonnegative(),
  holder: uuid,
  /** When the object in this slot expires. Absent if the object never expires. */
  expiresAt: instant.optional(),
});
export type UserSlot = z.infer<typeof userSlot>;

type Limits = Pick<SiteSettings, 'apiTokensPerUser' | 'sshKeysPerUser' | 'hooksPerUser'>;

/** How many objects of this kind a user may have, and the error for one more. */
export function limitOf(kind: SlotKind, site: Limits): { limit: number; refusal: string } {
  const [limit, name] = {
    'api-token': [site.apiTokensPerUser, 'API tokens'] as const,
    'ssh-key': [site.sshKeysPerUser, 'SSH keys'] as const,
    hook: [site.hooksPerUser, 'hooks'] as const,
  }[kind];
  return { limit, refusal: `A user can have at most ${limit} ${name}.` };
}
