import { listOf, type Problem, portProblems, REQUIRED, recordOf, unsupported } from './problem.ts';

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const HOST = /^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const HOST_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

function backendProblems(at: string, given: unknown): Problem[] {
  const { service, resource } = recordOf(given);
  if (resource !== undefined) return [];
  if (service === undefined) return [[at, 'Invalid value: "": resource or service backend is required']];
  const { name, port } = recordOf(service);
  const { number, name: portName } = recordOf(port);
  const missing: Problem[] = name ? [] : [[`${at}.service.name`, REQUIRED]];
  if (!number && !portName) return [...missing, [at, `${REQUIRED}: port name or number is required`]];
  return [...missing, ...(number === undefined ? [] : portProblems(`${at}.service.port.number`, number))];
}

function typeProblems(at: string, { path = '', pathType }: Record<string, unknown>): Problem[] {
  if (pathType === undefined) return [[`${at}.pathType`, `${REQUIRED}: pathType must be specified`]];
  if (!PATH_TYPES.includes(String(pathType))) return [[`${at}.pathType`, unsupported(pathType, PATH_TYPES)]];
  const isAbsolute = String(path).startsWith('/') || (path === '' && pathType === 'ImplementationSpecific');
  return isAbsolute ? [] : [[`${at}.path`, `Invalid value: "${path}": must be an absolute path`]];
}

function ruleProblems({ host = '', http }: Record<string, unknown>, index: number): Problem[] {
  const at = `spec.rules[${index}]`;
  const paths = listOf(recordOf(http).paths);
  return [
    ...(host === '' || HOST.test(String(host))
      ? []
      : [[`${at}.host`, `Invalid value: "${host}": ${HOST_RULE}`] as const]),
    ...(http !== undefined && paths.length === 0 ? [[`${at}.http.paths`, REQUIRED] as const] : []),
    ...paths.flatMap((one, number) => [
      ...typeProblems(`${at}.http.paths[${number}]`, one),
      ...backendProblems(`${at}.http.paths[${number}].backend`, one.backend),
    ]),
  ];
}

export function ingressProblems({ spec }: Record<string, unknown>): Problem[] {
  const { rules, defaultBackend } = recordOf(spec);
  const given = listOf(rules);
  if (given.length === 0 && defaultBackend === undefined) {
    return [['spec', 'Invalid value: null: either `defaultBackend` or `rules` must be specified']];
  }
  return [
    ...(defaultBackend === undefined ? [] : backendProblems('spec.defaultBackend', defaultBackend)),
    ...given.flatMap(ruleProblems),
  ];
}
