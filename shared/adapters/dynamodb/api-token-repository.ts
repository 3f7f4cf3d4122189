import { type ApiToken, apiToken } from '../../domain/api-token.ts';
import type { ApiTokenRepository } from '../../ports/store.ts';
import { expiresAt } from './expiry.ts';
import { ageKey, TOKEN_PREFIX, tokenKey, userPartition } from './keys.ts';
import { changedMeanwhile, existsAlready } from './kind.ts';
import { plannedWrite } from './planned-write.ts';
import { rowsOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';
import { ABSENT, PRESENT, raiseInRow } from './write-rows.ts';

const keyOf = ({ userUuid, hash }: ApiToken) => tokenKey(userUuid, hash);

const tokenRow = (item: ApiToken): Row => ({
  ...item,
  ...keyOf(item),
  kind: 'TOKEN',
  ...(item.expiresAt && expiresAt(item.expiresAt)),
});

/** Tokens that have expired are not there. */
export function apiTokenRepository(table: Table): ApiTokenRepository {
  return {
    async listByUser(userUuid) {
      const rows = await rowsOf(table, { partition: userPartition(userUuid), prefix: TOKEN_PREFIX });
      const tokens = rows.map((row) => apiToken.parse(row));
      return tokens.sort((a, b) => (ageKey(a) < ageKey(b) ? 1 : -1));
    },
    insert: (item) =>
      plannedWrite([{ key: keyOf(item), row: tokenRow(item), condition: ABSENT, refused: existsAlready('Token') }]),
    remove: (item) =>
      plannedWrite([
        { key: keyOf(item), before: tokenRow(item), condition: PRESENT, refused: changedMeanwhile('Token') },
      ]),
    async keepUse(item, { now, unlessSince }) {
      const kept = { attribute: 'lastUsed', value: now.toISOString(), unlessFrom: unlessSince };
      await raiseInRow(table, keyOf(item), kept);
    },
  };
}
