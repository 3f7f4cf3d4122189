export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectAt = (value: JsonObject, name: string): JsonObject => {
  const found = value[name];
  return isObject(found) ? found : {};
};
