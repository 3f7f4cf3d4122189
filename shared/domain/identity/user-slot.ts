import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';
import type { SiteSettings } from '../_core/site-settings.ts';

/** Objects that users create for themselves. The number for each user is limited. */
const slotKind = z.enum(['api-token', 'ssh-key', 'hook']);
export type SlotKind = z.infer<typeof slotKind>;

/** A slot for one object that a user owns. A user has a limited number of slots for each kind of object. */
export const userSlot = z.object({
  userUuid: uuid,
  of: slotKind,
  /** Number of the slot, counted from 0. */
  number: z.number().int().nonnegative(),
  holder: uuid,
  /** Time when the object in this slot expires by itself. */
  expiresAt: instant.optional(),
});
export type UserSlot = z.infer<typeof userSlot>;

type Limits = Pick<SiteSettings, 'apiTokensPerUser' | 'sshKeysPerUser' | 'hooksPerUser'>;

/** Maximum number of objects of the kind for one user, and the error for one object more. */
export function limitOf(kind: SlotKind, site: Limits): { limit: number; refusal: string } {
  const [limit, name] = {
    'api-token': [site.apiTokensPerUser, 'API tokens'] as const,
    'ssh-key': [site.sshKeysPerUser, 'SSH keys'] as const,
    hook: [site.hooksPerUser, 'hooks'] as const,
  }[kind];
  return { limit, refusal: `A user can have at most ${limit} ${name}.` };
}
