import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SCHEMA_FILE, schemaTypes } from '../../client/schema-types.ts';

test('the types of the client are those of the OpenAPI document; `npm run prepare` renews them', async () => {
  const kept = readFileSync(SCHEMA_FILE, 'utf8');
  // `toBe` gets only the result of the comparison. If `toBe` compared the texts, it would take minutes to print a
  // difference in 54,000 lines.
  expect(kept === (await schemaTypes())).toBe(true);
});
