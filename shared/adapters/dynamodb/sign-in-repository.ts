import { signInAttempt } from '../../domain/sign-in/sign-in-attempt.ts';
import type { SignInRepository } from '../../ports/store.ts';
import { expiresAt, stillThere } from './expiry.ts';
import { signInKey } from './keys.ts';
import { getRow } from './read-rows.ts';
import type { Table } from './table.ts';
import { putRow, removeRow } from './write-rows.ts';

export function signInRepository(table: Table): SignInRepository {
  return {
    async put(item) {
      await putRow(table, { ...item, ...signInKey(item.stateHash), kind: 'SIGN_IN', ...expiresAt(item.expiresAt) });
    },
    async take(stateHash, browserHash) {
      const row = await getRow(table, signInKey(stateHash));
      const found = row && signInAttempt.parse(row);
      // another browser's attempt is left to that browser
      if (found?.browserHash !== browserHash) return undefined;
      const isMine = await removeRow(table, signInKey(stateHash), stillThere(table, 'browserHash', browserHash));
      return isMine ? found : undefined;
    },
  };
}
