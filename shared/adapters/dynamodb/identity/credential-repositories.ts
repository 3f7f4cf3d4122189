import { isValidAt } from '#shared/domain/_core/record';
import { type ApiToken, apiToken } from '#shared/domain/identity/api-token';
import { signInAttempt } from '#shared/domain/identity/sign-in';
import type { ApiTokenRepository, SignInRepository } from '#shared/ports/store';
import { expiresAfter, expiresAt, stillThere } from '../_core/expiry.ts';
import { ageKey, signInKey, TOKEN_PREFIX, tokenKey, userPartition } from '../_core/keys.ts';
import { changedMeanwhile, existsAlready } from '../_core/kind.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { getRow, rowsOf } from '../_core/read-rows.ts';
import type { Row, Table } from '../_core/table.ts';
import { ABSENT, PRESENT, putRow, removeRow, setIfBelow } from '../_core/write-rows.ts';

const keyOf = ({ userUuid, hash }: ApiToken) => tokenKey(userUuid, hash);

/**
 * How long an expired token is kept. A call with a kept token is answered "Token has expired", and does not count as an
 * attempt to guess a token.
 */
const KEPT_SECONDS = 7 * 24 * 3600;

const tokenRow = (item: ApiToken): Row => ({
  ...item,
  ...keyOf(item),
  kind: 'TOKEN',
  ...(item.expiresAt && expiresAfter(item.expiresAt, KEPT_SECONDS)),
});

/** API tokens. Rows of expired tokens stay for a while, but lists leave them out. */
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
      const kept = { attribute: 'lastUsed', value: now.toISOString(), below: unlessSince };
      await setIfBelow(table, keyOf(item), kept);
    },
  };
}

export function signInRepository(table: Table): SignInRepository {
  return {
    async put(item) {
      await putRow(table, { ...item, ...signInKey(item.stateHash), kind: 'SIGN_IN', ...expiresAt(item.expiresAt) });
    },
    async take(stateHash, browserHash) {
      const row = await getRow(table, signInKey(stateHash));
      const found = row && signInAttempt.parse(row);
      // A sign-in of another browser is not removed, because that browser may still need it.
      if (found?.browserHash !== browserHash) return undefined;
      const isMine = await removeRow(table, signInKey(stateHash), stillThere(table, 'browserHash', browserHash));
      return isMine ? found : undefined;
    },
  };
}
