import { z } from 'zod';
import { flag } from './fields.ts';
import { parseBody } from './parse-body.ts';

/** The query parameter `dry_run`. `description` says what a dry run does. */
export const dryRunQuery = (description: string) =>
  z.object({
    dry_run: flag()
      .default(false)
      .meta({ type: 'boolean', description, examples: [false] }),
  });

const query = dryRunQuery('');
/** Reads `dry_run`. Throws Invalid if it is no boolean. */
export const parseDryRun = (given: URLSearchParams): boolean => parseBody(query, Object.fromEntries(given)).dry_run;
