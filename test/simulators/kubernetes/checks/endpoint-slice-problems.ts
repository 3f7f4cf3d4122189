import { isIPv4, isIPv6 } from 'node:net';
import type { KubernetesObject } from '../objects/kubernetes-objects.ts';
import { labelProblems, listOf, type Problem, portProblems, REQUIRED, unsupported } from './problem.ts';

const TYPES = ['FQDN', 'IPv4', 'IPv6'];
const IS_OF_TYPE: Readonly<Record<string, (address: string) => boolean>> = { IPv4: isIPv4, IPv6: isIPv6 };
const MAX = { endpoints: 1000, addresses: 100, ports: 100 };

const tooMany = (at: string, count: number, most: number): Problem[] =>
  count > most ? [[at, `Too many: ${count}: must have at most ${most} items`]] : [];

function endpointProblems(type: string, { addresses, hostname }: Record<string, unknown>, at: string): Problem[] {
  const given = Array.isArray(addresses) ? addresses.map(String) : [];
  const wrong = given.flatMap((address, index): Problem[] =>
    IS_OF_TYPE[type]?.(address) === false
      ? [[`${at}.addresses[${index}]`, `Invalid value: "${address}": must be an ${type} address`]]
      : [],
  );
  return [
    ...(given.length === 0 ? [[`${at}.addresses`, `${REQUIRED}: must contain at least 1 address`] as const] : []),
    ...tooMany(`${at}.addresses`, given.length, MAX.addresses),
    ...wrong,
    ...(hostname === undefined ? [] : labelProblems(`${at}.hostname`, hostname)),
  ];
}

/** What the API server finds wrong with an EndpointSlice (Kubernetes 1.36, `discovery/validation`). */
export function endpointSliceProblems(
  { addressType, endpoints, ports }: Record<string, unknown>,
  old: KubernetesObject | undefined,
): Problem[] {
  const type = String(addressType ?? '');
  const [given, open] = [listOf(endpoints), listOf(ports)];
  const names = open.map(({ name = '' }) => name);
  const found: (Problem | false)[] = [
    type === '' && ['addressType', REQUIRED],
    type !== '' && !TYPES.includes(type) && ['addressType', unsupported(type, TYPES)],
    old !== undefined &&
      old.addressType !== addressType && ['addressType', `Invalid value: "${type}": field is immutable`],
    new Set(names).size < names.length && ['ports', 'Duplicate value: names of ports are unique'],
  ];
  return [
    ...found.filter((it) => it !== false),
    ...tooMany('endpoints', given.length, MAX.endpoints),
    ...tooMany('ports', open.length, MAX.ports),
    ...given.flatMap((one, index) => endpointProblems(type, one, `endpoints[${index}]`)),
    ...open.flatMap(({ port }, index) => (port === undefined ? [] : portProblems(`ports[${index}].port`, port))),
  ];
}
