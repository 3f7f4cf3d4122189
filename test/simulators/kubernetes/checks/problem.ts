import { isRecord } from '../objects/kubernetes-objects.ts';

/** What is wrong with a field, in the words of the API server. */
export type Problem = readonly [field: string, problem: string];

export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
export const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(recordOf) : []);

export const REQUIRED = 'Required value';
export const unsupported = (value: unknown, supported: readonly string[]): string =>
  `Unsupported value: "${value}": supported values: ${supported.map((it) => `"${it}"`).join(', ')}`;
const PORT_RANGE = 'must be between 1 and 65535, inclusive';
const isPort = (value: unknown): boolean => typeof value === 'number' && value >= 1 && value <= 65_535;
export const portProblems = (field: string, value: unknown): Problem[] =>
  isPort(value) ? [] : [[field, `Invalid value: ${value}: ${PORT_RANGE}`]];

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
/** Problems with the name of a container or a port. */
export function labelProblems(field: string, value: unknown): Problem[] {
  if (value === undefined || value === '') return [[field, REQUIRED]];
  return LABEL.test(String(value)) ? [] : [[field, `Invalid value: "${value}": ${LABEL_RULE}`]];
}
