import { signInAttempt } from '#shared/domain/identity/sign-in-attempt';
import type { SignInRepository } from '#shared/ports/store';
import { expiresAt, stillThere } from '../_core/expiry.ts';
import { signInKey } from '../_core/keys.ts';
import { getRow } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

export function signInRepository(table: Table): SignInRepository {
  return {
    async put(item) {
      await putRow(table, { ...item, ...signInKey(item.stateHash), kind: 'SIGN_IN', ...expiresAt(item.expiresAt) });
    },
    async take(stateHash, browserHash) {
      const row = await getRow(table, signInKey(stateHash));
      const found = row && signInAttempt.parse(row);
      // An attempt of another browser is left to that browser.
      if (found?.browserHash !== browserHash) return undefined;
      const isMine = await removeRow(table, signInKey(stateHash), stillThere(table, 'browserHash', browserHash));
      return isMine ? found : undefined;
    },
  };
}
