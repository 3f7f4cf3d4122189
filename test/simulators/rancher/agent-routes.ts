import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import { randomName } from '../_kit/random-name.ts';
import { caCertificate } from './ca-certificate.ts';
import { readMachineHeaders } from './machine-headers.ts';
import type { RancherControllers } from './rancher-controllers.ts';
import type { RancherNode } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';
import { systemAgentInstaller } from './system-agent-installer.ts';

/** What machines ask Rancher, without an access key: the certificate, the installer, and to be let in. */
export function agentRoutes(app: FastifyInstance, { tokens, registered }: RancherControllers): void {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/cacerts', async (_request, reply) => reply.type('text/plain').send(caCertificate));
  app.get('/system-agent-install.sh', async (_request, reply) => reply.type('text/plain').send(systemAgentInstaller));
  app.get('/v3/connect/agent', async (request, reply) => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const machine = readMachineHeaders(request.headers);
    const clusterId = tokens.clusterOf(token);
    if (clusterId === undefined || machine.machineId === '') return reply.code(401).send();
    return connectionInfo(registered(clusterId, machine), baseUrlOf(request));
  });
}

/** Where the agent finds its plan, and a kubeconfig that may read nothing else. */
function connectionInfo({ machineName }: RancherNode, baseUrl: string) {
  const name = 'agent';
  return {
    namespace: 'fleet-default',
    secretName: `${machineName}-bootstrap-machine-plan`,
    kubeConfig: stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster: { server: baseUrl } }],
      users: [{ name, user: { token: randomName(54) } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      'current-context': name,
    }),
  };
}
