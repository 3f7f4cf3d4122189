import { noObject } from '#shared/errors';
import type { ProjectRepository } from '#shared/ports/store';
import { CLOSED, OPEN, totalKeys, totalsIn } from '../_core/counters/counters.ts';
import { projectScope } from '../_core/keys.ts';
import { PROJECTS } from '../_core/kinds.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { getRows } from '../_core/read-rows.ts';
import { recordRepository } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { addToRow } from '../_core/write-rows.ts';

/** Additions to a project change one of its total rows, and are refused there once all of them are closed. */
export function projectRepository(table: Table): ProjectRepository {
  const rowsOf = (uuid: string) => totalKeys([projectScope(uuid)]);
  const mark = async (uuid: string, closed: 0 | 1): Promise<void> => {
    for (const key of rowsOf(uuid)) await addToRow(table, key, PROJECTS.name, 0, { [CLOSED]: closed });
  };
  return {
    ...recordRepository(table, PROJECTS),
    close: (uuid) => mark(uuid, 1),
    reopen: (uuid) => mark(uuid, 0),
    async totals(uuid) {
      const rows = await getRows(table, rowsOf(uuid));
      const totalOf = (kind: 'RESOURCE' | 'TENANT') => totalsIn(rows, kind)(projectScope(uuid));
      return { resources: totalOf('RESOURCE'), tenants: totalOf('TENANT') };
    },
    assertOpen: (uuid, field) =>
      plannedWrite(
        rowsOf(uuid)
          .slice(0, 1)
          .map((key) => ({ key, isCheck: true, condition: OPEN, refused: () => noObject(field) })),
      ),
  };
}
