import { isValidAt } from '#shared/domain/_core/validity';
import { type ApiToken, apiToken } from '#shared/domain/identity/api-token';
import type { ApiTokenRepository } from '#shared/ports/store';
import { expiresAfter } from '../_core/expiry.ts';
import { ageKey, TOKEN_PREFIX, tokenKey, userPartition } from '../_core/keys.ts';
import { changedMeanwhile, existsAlready } from '../_core/kind.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { rowsOf } from '../_core/read-rows.ts';
import type { Row, Table } from '../_core/table.ts';
import { ABSENT, PRESENT, raiseInRow } from '../_core/write-rows.ts';

const keyOf = ({ userUuid, hash }: ApiToken) => tokenKey(userUuid, hash);

/** An expired token is reported as expired for a week, and does not count as guessing. */
const KEPT_SECONDS = 7 * 24 * 3600;

const tokenRow = (item: ApiToken): Row => ({
  ...item,
  ...keyOf(item),
  kind: 'TOKEN',
  ...(item.expiresAt && expiresAfter(item.expiresAt, KEPT_SECONDS)),
});

/** Lists leave out expired tokens, although their rows stay for a while. */
export function apiTokenRepository(table: Table): ApiTokenRepository {
  return {
    async listByUser(userUuid) {
      const rows = await rowsOf(table, { partition: userPartition(userUuid), prefix: TOKEN_PREFIX });
      const tokens = rows.map((row) => apiToken.parse(row)).filter((token) => isValidAt(token, table.clock.now()));
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
