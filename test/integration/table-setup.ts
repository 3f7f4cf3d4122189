import { afterAll } from 'vitest';
import { startTables } from './_worlds/table-server.ts';

/** Runs before each file of the suite. */
const stop = await startTables();
afterAll(stop);
