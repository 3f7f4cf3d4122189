import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../infra/openapi/document.ts';

export const SCHEMA_FILE = new URL('./src/generated/schema.d.ts', import.meta.url);

/** The types of the API's paths and objects, from the OpenAPI document. */
export async function schemaTypes(): Promise<string> {
  const document = JSON.stringify(openApiDocument());
  return astToString(await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true }));
}
