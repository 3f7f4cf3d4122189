/**
 * The deployed name of a function or a state machine. `entry` is a function's folder and name, such as `api/records`,
 * or the name of a state machine.
 */
export const deployedName = (stage: string, entry: string): string => `${stage}-${entry.replaceAll('/', '-')}`;
