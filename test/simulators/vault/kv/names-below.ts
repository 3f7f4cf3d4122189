/** One level of paths: names, and with a slash at the end what has more below. */
export function namesBelow(paths: Iterable<string>, path: string): string[] {
  const prefix = path === '' ? '' : `${path}/`;
  const below = [...paths].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  return [...new Set(below.map((rest) => rest.replace(/\/.*/, '/')))].sort();
}
