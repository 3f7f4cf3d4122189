import { idempotencyKey } from '#shared/domain/marketplace/idempotency-key';
import type { IdempotencyKeyRepository } from '#shared/ports/store';
import { absentOrExpired, expiresAfter } from './expiry.ts';
import { idempotencyKeyKey } from './keys.ts';
import { existsAlready } from './kind.ts';
import { plannedWrite } from './planned-write.ts';
import { getRow } from './read-rows.ts';
import type { Table } from './table.ts';

/** How long a key is kept. Clients repeat a request within a shorter time. */
const KEPT_SECONDS = 24 * 3600;

export function idempotencyKeyRepository(table: Table): IdempotencyKeyRepository {
  return {
    async find(userUuid, key) {
      const row = await getRow(table, idempotencyKeyKey(userUuid, key));
      return row && idempotencyKey.parse(row);
    },
    insert(item) {
      const key = idempotencyKeyKey(item.userUuid, item.key);
      const row = { ...item, ...key, kind: 'IDEMPOTENCY', ...expiresAfter(item.created, KEPT_SECONDS) };
      return plannedWrite([{ key, row, condition: absentOrExpired(table), refused: existsAlready('Idempotency-Key') }]);
    },
  };
}
