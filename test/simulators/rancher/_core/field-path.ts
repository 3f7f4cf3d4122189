export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Splits `a.b`, and `a.b[c.d/e]` for a key with dots. */
export function splitPath(path: string): string[] {
  const [, before, inner] = /^(.+)\[(.+)\]$/.exec(path) ?? [];
  return before !== undefined && inner !== undefined ? [...before.split('.'), inner] : path.split('.');
}

export function fieldAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const key of path) {
    if (Array.isArray(value) && /^\d+$/.test(key)) value = value[Number(key)];
    else if (isFields(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** A copy with the value at this path. Missing objects on the path are made. */
export function withField(object: Fields, [key = '', ...rest]: readonly string[], value: unknown): Fields {
  const inner = object[key];
  return { ...object, [key]: rest.length === 0 ? value : withField(isFields(inner) ? inner : {}, rest, value) };
}

export function withoutField(object: Fields, [key = '', ...rest]: readonly string[]): Fields {
  if (!Object.hasOwn(object, key)) return object;
  const { [key]: inner, ...others } = object;
  if (rest.length === 0) return others;
  return isFields(inner) ? { ...object, [key]: withoutField(inner, rest) } : object;
}
