import type { Uuid } from '#shared/domain/_core/identifier';
import type { Key } from '../keys.ts';

/** Counts of bad credentials by source or user, and of e-mails by sender or recipient, by start of the window. */
export const windowCountKey = (kind: 'BAD_CREDENTIALS' | 'MAIL_COUNT', key: string, start: number): Key => ({
  pk: `${kind}#${key}#${start}`,
  sk: kind,
});

/** Slots that a user has taken for objects of a kind. */
export const userSlotsPartition = (userUuid: Uuid, of: string): string => `USER_SLOTS#${userUuid}#${of}`;
export const userSlotKey = ({ userUuid, of, number }: { userUuid: Uuid; of: string; number: number }): Key => ({
  pk: userSlotsPartition(userUuid, of),
  sk: `SLOT#${number}`,
});
