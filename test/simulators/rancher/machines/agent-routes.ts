import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import { caCertificate } from '../_core/ca-certificate.ts';
import type { RancherControllers } from '../clusters/rancher-controllers.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { readMachineHeaders } from './machine-headers.ts';
import { planSecretOf, type RancherMachine } from './machine-objects.ts';
import { systemAgentInstaller } from './system-agent-installer.ts';

/** Requests of machines to Rancher, without an access key: the certificate, the installer, and the registration. */
export function agentRoutes(app: FastifyInstance, { tokens, registered, pools }: RancherControllers): void {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/cacerts', async (_request, reply) => reply.type('text/plain').send(caCertificate));
  app.get('/system-agent-install.sh', async (_request, reply) => reply.type('text/plain').send(systemAgentInstaller));
  // In Rancher, cluster agents call the next two paths with a token. At the first path, `/v3/connect`, an agent opens a
  // websocket. The simulator accepts no cluster agents, so it refuses every request to these two paths.
  app.get('/v3/connect', async (_request, reply) => reply.code(401).type('text/plain').send('failed authentication'));
  app.get('/v3/connect/cluster-info', async (_request, reply) => reply.code(401).send());
  app.get('/v3/connect/agent', async (request, reply) => {
    const machineHeaders = readMachineHeaders(request.headers);
    if (machineHeaders.machineId === '') return reply.code(401).send();
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const clusterId = tokens.clusterOf(token);
    const machine = clusterId === undefined ? pools.called(token) : registered(clusterId, machineHeaders);
    if (machine) return connectionInfo(machine, baseUrlOf(request));
    return reply.code(500).type('text/plain; charset=utf-8').send('machine not found by request\n');
  });
}

/** The address at which the agent finds its plan, and a kubeconfig that gives access only to the plan. */
function connectionInfo(machine: RancherMachine, baseUrl: string) {
  const name = 'agent';
  return {
    namespace: machine.namespace,
    secretName: planSecretOf(machine),
    kubeConfig: stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster: { server: baseUrl, 'certificate-authority-data': encoded(caCertificate) } }],
      users: [{ name, user: { token: planToken(machine) } }],
      contexts: [{ name, context: { cluster: name, user: name, namespace: machine.namespace } }],
      'current-context': name,
    }),
  };
}

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const part = (content: object | string): string =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');

/**
 * The token of a machine's service account. The service account may get, watch, list and update the secret with the
 * machine's plan, and nothing else.
 */
export function planToken(machine: RancherMachine): string {
  const account = `system:serviceaccount:${machine.namespace}:${planSecretOf(machine)}`;
  const head = part({ alg: 'HS256', typ: 'JWT' });
  const claims = part({ iss: 'rke', sub: account, 'kubernetes.io': { namespace: machine.namespace } });
  // A token is valid if it equals the token that this machine was given, so the signing key need not be secret.
  return `${head}.${claims}.${createHmac('sha256', machine.uid).update(claims).digest('base64url')}`;
}
