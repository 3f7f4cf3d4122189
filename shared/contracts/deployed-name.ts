/**
 * The deployed name of a function (`<stage>-<folder>-<name>`) or a state machine (`<stage>-<name>`). For a function,
 * `entry` is e.g. `api/records`.
 */
export const deployedName = (stage: string, entry: string): string => `${stage}-${entry.replaceAll('/', '-')}`;
