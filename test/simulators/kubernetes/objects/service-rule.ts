import { randomInt } from 'node:crypto';
import {
  labelProblems,
  listOf,
  type Problem,
  portProblems,
  REQUIRED,
  recordOf,
  unsupported,
} from '../checks/problem.ts';
import { invalidFields } from '../kubernetes-error.ts';
import { isRecord, type KubernetesObject } from './kubernetes-objects.ts';

type Body = Record<string, unknown>;
type Port = Body & { port?: unknown; protocol?: unknown; targetPort?: unknown; name?: unknown };

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

/** A random address from the default service range of RKE2. */
const newAddress = (): string => `10.43.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** Checks and completes a service as the API server does. @throws KubernetesError 422 */
export function serviceRule(name: string, { spec, status }: Body, old: KubernetesObject | undefined): Body {
  const refuse = (...problems: Problem[]): never => {
    throw invalidFields({ kind: 'Service' }, name, problems);
  };
  const given = recordOf(spec);
  const { type = 'ClusterIP' } = given;
  if (typeof type !== 'string' || !TYPES.includes(type)) {
    refuse(['spec.type', unsupported(type, TYPES)]);
  }
  const wanted = listOf(given.ports);
  const problems = wanted.flatMap((port, index) => portFieldProblems(port, `spec.ports[${index}]`, wanted.length));
  if (problems.length > 0) refuse(...problems);
  const ports = wanted.map((port): Port => ({ protocol: 'TCP', targetPort: port.port, ...port }));
  if (ports.length === 0 && type !== 'ExternalName' && given.clusterIP !== 'None') refuse(['spec.ports', REQUIRED]);
  const before = recordOf(recordOf(old).spec);
  const clusterIP = given.clusterIP ?? before.clusterIP ?? newAddress();
  if (before.clusterIP !== undefined && before.type === type && clusterIP !== before.clusterIP) {
    refuse(['spec.clusterIPs[0]', `Invalid value: ["${clusterIP}"]: may not change once set`]);
  }
  const own = type === 'ExternalName' ? {} : { clusterIP, clusterIPs: [clusterIP] };
  const usual = {
    ...{ internalTrafficPolicy: 'Cluster', ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
    ...{ sessionAffinity: 'None', type },
  };
  return {
    spec: { ...usual, ...given, ...own, ...(ports.length > 0 && { ports }) },
    status: isRecord(status) ? status : (recordOf(old).status ?? { loadBalancer: {} }),
  };
}

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** If a service has several ports, each port needs a name. */
function portFieldProblems({ name, port = 0, protocol, targetPort = port }: Port, at: string, of: number): Problem[] {
  return [
    ...(name === undefined && of === 1 ? [] : labelProblems(`${at}.name`, name)),
    ...portProblems(`${at}.port`, port),
    ...(protocol === undefined || PROTOCOLS.includes(String(protocol))
      ? []
      : [[`${at}.protocol`, unsupported(protocol, PROTOCOLS)] as const]),
    ...(typeof targetPort === 'string' ? [] : portProblems(`${at}.targetPort`, targetPort)),
  ];
}
