import type { SshKey } from '#shared/domain/identity/ssh-key';
import { Invalid } from '#shared/errors';
import type { SshKeyRepository } from '#shared/ports/store';
import { claiming, releasing } from '../_core/claim-repository.ts';
import { sshKeyBodyClaim, sshKeyNameClaim, sshKeysOfUser } from '../_core/keys.ts';
import { countsOf } from '../_core/kind.ts';
import { SSH_KEYS } from '../_core/kinds.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { rowsOf } from '../_core/read-rows.ts';
import { insertion, recordRepository, removal } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';

const keyTaken = () => new Invalid({ public_key: ['Key with same fingerprint already exists.'] });
const nameTaken = () => new Invalid({ name: ['Key with same name already exists.'] });

/** What a key makes unique; any number of keys may have no name. */
const claimsOf = ({ userUuid, name, fingerprintSha256 }: SshKey) => [
  { key: sshKeyBodyClaim(userUuid, fingerprintSha256), taken: keyTaken },
  ...(name === '' ? [] : [{ key: sshKeyNameClaim(userUuid, name), taken: nameTaken }]),
];

/** Keys with the claims on their text and name. A user's own list is read over an index, newest first. */
export function sshKeyRepository(table: Table): SshKeyRepository {
  return {
    ...recordRepository(table, SSH_KEYS),
    async listByUser(userUuid) {
      const rows = await rowsOf(table, { index: 'lookup', partition: sshKeysOfUser(userUuid), newestFirst: true });
      return rows.map((row) => SSH_KEYS.schema.parse(row));
    },
    insert: (item) =>
      plannedWrite(
        [insertion(SSH_KEYS, item), ...claimsOf(item).map(({ key, taken }) => claiming(key, item.uuid, taken))],
        countsOf(SSH_KEYS, item, 1),
      ),
    remove: (item) =>
      plannedWrite(
        [removal(SSH_KEYS, item), ...claimsOf(item).map(({ key }) => releasing(key))],
        countsOf(SSH_KEYS, item, -1),
      ),
  };
}
