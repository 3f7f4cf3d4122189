import { randomInt } from 'node:crypto';
import { invalid } from '../kubernetes-error.ts';
import { isRecord, type KubernetesObject } from './kubernetes-objects.ts';

type Body = Record<string, unknown>;
type Port = Body & { port?: unknown; protocol?: unknown; targetPort?: unknown; name?: unknown };

const recordOf = (value: unknown): Body => (isRecord(value) ? value : {});
const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

/** Anywhere in the usual range of RKE2, as the server chooses. */
const newAddress = (): string => `10.43.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** What the API server checks and fills in of a service. @throws KubernetesError 422 */
export function serviceRule(name: string, { spec, status }: Body, old: KubernetesObject | undefined): Body {
  const refuse = (field: string, problem: string): never => {
    throw invalid({ kind: 'Service' }, name, field, problem);
  };
  const given = recordOf(spec);
  const { type = 'ClusterIP' } = given;
  if (typeof type !== 'string' || !TYPES.includes(type)) {
    const supported = TYPES.map((it) => `"${it}"`).join(', ');
    refuse('spec.type', `Unsupported value: "${type}": supported values: ${supported}`);
  }
  const ports = Array.isArray(given.ports) ? given.ports.filter(isRecord).map(portRule(refuse)) : [];
  if (ports.length === 0 && type !== 'ExternalName' && given.clusterIP !== 'None')
    refuse('spec.ports', 'Required value');
  if (ports.length > 1 && ports.some((port) => !port.name)) {
    refuse(`spec.ports[${ports.findIndex((port) => !port.name)}].name`, 'Required value');
  }
  const before = recordOf(recordOf(old).spec);
  const clusterIP = given.clusterIP ?? before.clusterIP ?? newAddress();
  if (before.clusterIP !== undefined && before.type === type && clusterIP !== before.clusterIP) {
    refuse('spec.clusterIPs[0]', `Invalid value: ["${clusterIP}"]: may not change once set`);
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

const portRule =
  (refuse: (field: string, problem: string) => never) =>
  (given: Port, index: number): Port => {
    const { port } = given;
    if (port === undefined || port === 0) refuse(`spec.ports[${index}].port`, 'Required value');
    if (typeof port !== 'number' || port < 1 || port > 65_535) {
      refuse(`spec.ports[${index}].port`, `Invalid value: ${port}: must be between 1 and 65535, inclusive`);
    }
    return { protocol: 'TCP', targetPort: port, ...given };
  };
