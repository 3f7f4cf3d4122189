import { type ApiToken, apiToken } from '../../domain/api-token.ts';
import type { ApiTokenRepository } from '../../ports/store.ts';
import { expiresAt } from './expiry.ts';
import { ageKey, tokenKey, tokensOfUser } from './keys.ts';
import { changedMeanwhile, existsAlready } from './kind.ts';
import { plannedWrite } from './planned-write.ts';
import { getRow, rowsOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';
import { ABSENT, PRESENT } from './write-rows.ts';

const tokenRow = (item: ApiToken): Row => ({
  ...item,
  ...tokenKey(item.hash),
  kind: 'TOKEN',
  lookupPk: tokensOfUser(item.userUuid),
  lookupSk: ageKey(item),
  ...(item.expiresAt && expiresAt(item.expiresAt)),
});

/** Tokens that have expired are not there. A user's own list is read over an index, newest first. */
export function apiTokenRepository(table: Table): ApiTokenRepository {
  return {
    async findByHash(hash) {
      const row = await getRow(table, tokenKey(hash));
      return row && apiToken.parse(row);
    },
    async listByUser(userUuid) {
      const rows = await rowsOf(table, { index: 'lookup', partition: tokensOfUser(userUuid), newestFirst: true });
      return rows.map((row) => apiToken.parse(row));
    },
    insert: (item) =>
      plannedWrite([
        { key: tokenKey(item.hash), row: tokenRow(item), condition: ABSENT, refused: existsAlready('Token') },
      ]),
    remove: (item) =>
      plannedWrite([{ key: tokenKey(item.hash), condition: PRESENT, refused: changedMeanwhile('Token') }]),
  };
}
