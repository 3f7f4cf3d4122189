import { mkdirSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../infra/openapi/document.ts';

/**
 * Writes the types of the API's paths and objects (`schema.d.ts`) from the OpenAPI document. `npm ci` runs it, so the
 * types are always those of the code beside them.
 */
const folder = new URL('./src/generated/', import.meta.url);
const document = JSON.stringify(openApiDocument());
const types = await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('schema.d.ts', folder), astToString(types));
