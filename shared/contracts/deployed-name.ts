/** `<stage>-<folder>-<entry>`: the name of functions and, without the folder, of machines. `entry` is e.g. `api/records`. */
export const deployedName = (stage: string, entry: string): string => `${stage}-${entry.replaceAll('/', '-')}`;
