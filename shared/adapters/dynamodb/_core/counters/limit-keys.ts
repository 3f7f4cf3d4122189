import type { Uuid } from '#shared/domain/_core/identifier';
import type { Key } from '../keys.ts';

/** Bad credentials of one source or user, and e-mails by who caused them or where they went: by the beginning of the window. */
export const windowCountKey = (kind: 'BAD_CREDENTIALS' | 'MAIL_COUNT', key: string, start: number): Key => ({
  pk: `${kind}#${key}#${start}`,
  sk: kind,
});

/** The places that a user has taken, of those he has for things of a kind. */
export const userSlotsPartition = (userUuid: Uuid, of: string): string => `USER_SLOTS#${userUuid}#${of}`;
export const userSlotKey = ({ userUuid, of, number }: { userUuid: Uuid; of: string; number: number }): Key => ({
  pk: userSlotsPartition(userUuid, of),
  sk: `SLOT#${number}`,
});
