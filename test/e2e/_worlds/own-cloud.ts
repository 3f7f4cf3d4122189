import { inject } from 'vitest';
import type { Endpoints } from '#infra/local/endpoints';

/** A deployed stack, its simulators, and the folder of their logs. */
export type E2eCloud = { endpoints: Endpoints; logDir: string };

/**
 * The cloud of the worker that runs this test file. Tests compare the whole state of the cloud's backends, so no other
 * worker may use it.
 */
export function ownCloud(): E2eCloud {
  const clouds = inject('clouds');
  const own = clouds[Number(process.env.VITEST_POOL_ID) - 1];
  if (own) return own;
  throw new Error(`There are ${clouds.length} clouds and more workers: run this suite by itself, with --project e2e.`);
}
