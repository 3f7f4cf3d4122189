import { clustersTable } from './clusters/tables.ts';
import { contentsTable } from './contents/tables.ts';
import { hooksTable } from './hooks/tables.ts';
import { offeringsTable } from './offerings/tables.ts';
import { ordersTable } from './orders/tables.ts';
import { providersTable } from './providers/tables.ts';
import { publicTable } from './public/tables.ts';
import { recordsTable } from './records/tables.ts';

/**
 * All resources of the API, by the path segment below `/api/`. This table merges the tables of all functions. The build
 * reads the merged table. Each function imports only its own table.
 */
export const TABLES = {
  ...publicTable,
  ...recordsTable,
  ...contentsTable,
  ...hooksTable,
  ...providersTable,
  ...offeringsTable,
  ...ordersTable,
  ...clustersTable,
};
