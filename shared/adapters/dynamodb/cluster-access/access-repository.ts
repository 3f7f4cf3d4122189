import { z } from 'zod';
import { isValidAt } from '#shared/domain/_core/record';
import { apiToken } from '#shared/domain/identity/api-token';
import { user } from '#shared/domain/identity/user';
import { roleGrant } from '#shared/domain/organizations/role';
import type { AccessRepository } from '#shared/ports/store';
import { userPartition } from '../_core/keys.ts';
import { rowsOf } from '../_core/read-rows.ts';
import type { Row, Table } from '../_core/table.ts';

const kindOf = (row: Row): string => z.object({ kind: z.string() }).parse(row).kind;

/**
 * Reads a user with roles and tokens from the user's partition. The read is strongly consistent, so a removed role or
 * token does not count for the next request.
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
