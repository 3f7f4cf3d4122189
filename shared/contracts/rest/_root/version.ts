import { z } from 'zod';
import type { Operations } from '../_core/operation.ts';

/** Waldur's version fields, without the newest release: Paddock does not look for one. */
export const versionView = z
  .object({ version: z.string().meta({ description: 'The version of Paddock that runs here.', example: '0.1.0' }) })
  .meta({ id: 'Version' });

export const versionOperations: Operations = {
  'GET /': { summary: 'Show the version of this installation', rule: 'visible.list', reply: versionView },
};
