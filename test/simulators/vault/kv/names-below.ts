/** Lists one level of paths. A name with further paths below it ends in a slash. */
export function namesBelow(paths: Iterable<string>, path: string): string[] {
  const prefix = path === '' ? '' : `${path}/`;
  const below = [...paths].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  return [...new Set(below.map((rest) => rest.replace(/\/.*/, '/')))].sort();
}
