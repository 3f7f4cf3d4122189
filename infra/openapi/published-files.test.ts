import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PUBLISHED_FILES } from './published-files.ts';

/** Lambda's limit for the size of an answer. The answer contains the file in base64. */
const LAMBDA_BYTES = 6 * 1024 * 1024;

test.each(Object.entries(PUBLISHED_FILES))(
  '%s fits into an answer without gzip',
  async (_name, make) => {
    const bytes = gunzipSync(await make()).toString('base64').length;
    expect(bytes).toBeLessThan(LAMBDA_BYTES - 64 * 1024);
  },
  20_000,
);
