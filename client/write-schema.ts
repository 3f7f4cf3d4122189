import { mkdirSync, writeFileSync } from 'node:fs';
import { SCHEMA_FILE, schemaTypes } from './schema-types.ts';

/** `npm ci` and `npm run check:types` run this file, so the types always match the API's code. */
mkdirSync(new URL('.', SCHEMA_FILE), { recursive: true });
writeFileSync(SCHEMA_FILE, await schemaTypes());
