import { z } from 'zod';
import { apiToken } from '../../domain/api-token.ts';
import { roleGrant } from '../../domain/role.ts';
import { user } from '../../domain/user.ts';
import { isValidAt } from '../../domain/validity.ts';
import type { AccessRepository } from '../../ports/store.ts';
import { userPartition } from './keys.ts';
import { rowsOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';

const kindOf = (row: Row): string => z.object({ kind: z.string() }).parse(row).kind;

/**
 * The user's partition: himself, his roles and his tokens, strongly consistent, so that a role or a token taken away is gone
 * with the next request.
 */
export const accessRepository = (table: Table): AccessRepository => ({
  async of(userUuid) {
    const rows = await rowsOf(table, { partition: userPartition(userUuid) });
    const ofKind = <T>(kind: string, schema: z.ZodType<T>): T[] =>
      rows.filter((row) => kindOf(row) === kind).map((row) => schema.parse(row));
    const [found] = ofKind('USER', user);
    const grants = ofKind('GRANT', roleGrant).filter((grant) => isValidAt(grant, table.clock.now()));
    return { user: found, grants, tokens: ofKind('TOKEN', apiToken) };
  },
});
