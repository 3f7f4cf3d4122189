import type { User } from '#shared/domain/identity/user';
import { type UserSlot, userSlot } from '#shared/domain/identity/user-slot';
import { Conflict, Invalid, VersionConflict } from '#shared/errors';
import type { ClaimRepository, UserRepository, UserSlotRepository } from '#shared/ports/store';
import { claiming, releasing } from '../_core/claim-repository.ts';
import { absentOrExpired, expiresAt } from '../_core/expiry.ts';
import { identityClaim, recordKey, usernameClaim, userSlotKey, userSlotsPartition } from '../_core/keys.ts';
import { countsOf } from '../_core/kind.ts';
import { USERS } from '../_core/kinds.ts';
import { type PlannedItem, plannedWrite } from '../_core/planned-write.ts';
import { getRows, rowsOf } from '../_core/read-rows.ts';
import { insertion, recordRepository, removal, replacement } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';

/** Waldur's text for a username that is taken. The text comes from Django. */
const usernameTaken = () => new Invalid({ username: ['A user with that username already exists.'] });

/**
 * A username must never change, because the claim on the old username would stay. So a write that changes the username
 * fails with the same error as a write of an outdated version.
 */
function sameName(item: PlannedItem, { username }: User): PlannedItem {
  const { condition } = item;
  return {
    ...item,
    condition: {
      expression: `${condition?.expression} AND #username = :username`,
      names: { ...condition?.names, '#username': 'username' },
      values: { ...condition?.values, ':username': username },
    },
  };
}

/**
 * Users. Each user has claims on the username and on identities. Lookups are strongly consistent, because they read a
 * claim by its key.
 */
export function userRepository(table: Table, claims: ClaimRepository): UserRepository {
  const records = recordRepository(table, USERS);
  return {
    ...records,
    insert: (user) =>
      plannedWrite(
        [insertion(USERS, user), claiming(usernameClaim(user.username), user.uuid, usernameTaken)],
        countsOf(USERS, user, 1),
      ),
    replace: (user) => plannedWrite([sameName(replacement(USERS, user), user)]),
    remove: (user) =>
      plannedWrite([removal(USERS, user), releasing(usernameClaim(user.username))], countsOf(USERS, user, -1)),
    async findByUsername(username) {
      const holder = await claims.holderOf(usernameClaim(username));
      return holder === undefined ? undefined : records.find(holder);
    },
    async findAll(uuids) {
      const keys = [...new Set(uuids)].map((uuid) => recordKey('USER', uuid));
      return (await getRows(table, keys)).map((row) => USERS.schema.parse(row));
    },
    holderOfIdentity: (issuer, subject) => claims.holderOf(identityClaim(issuer, subject)),
    linkIdentity: (issuer, subject, userUuid) =>
      claims.insert(
        identityClaim(issuer, subject),
        userUuid,
        () => new Conflict('This sign-in identity belongs to another user.'),
      ),
  };
}

const taken = () =>
  new VersionConflict(
    'Another request created a token, an SSH key or a hook of this user at the same time. Try again.',
  );

/**
 * Slots limit how many API tokens, SSH keys and hooks a user may have. Each taken slot is a row. The rows are not in
 * the user's partition, because every request reads that whole partition.
 */
export function userSlotRepository(table: Table): UserSlotRepository {
  const rowOf = (slot: UserSlot) => ({
    ...slot,
    ...userSlotKey(slot),
    kind: 'USER_SLOT',
    ...(slot.expiresAt && expiresAt(slot.expiresAt)),
  });
  return {
    async listTaken(userUuid, of) {
      const rows = await rowsOf(table, { partition: userSlotsPartition(userUuid, of) });
      return rows.map((row) => userSlot.parse(row));
    },
    insert: (slot) =>
      plannedWrite([{ key: userSlotKey(slot), row: rowOf(slot), condition: absentOrExpired(table), refused: taken }]),
    remove: (slot) =>
      plannedWrite([
        {
          key: userSlotKey(slot),
          condition: {
            expression: '#holder = :holder',
            names: { '#holder': 'holder' },
            values: { ':holder': slot.holder },
          },
          refused: taken,
        },
      ]),
  };
}
