import { noObject } from '../../errors.ts';
import type { ProjectRepository } from '../../ports/store.ts';
import { CLOSED, OPEN, totalKeys, totalsIn } from './counters.ts';
import { projectScope } from './keys.ts';
import { PROJECTS } from './kinds.ts';
import { plannedWrite } from './planned-write.ts';
import { getRows } from './read-rows.ts';
import { recordRepository } from './record-repository.ts';
import type { Table } from './table.ts';
import { addToRow } from './write-rows.ts';

/** Whatever is added to a project adds to one of the rows of its totals, and is refused there once all of them are closed. */
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
