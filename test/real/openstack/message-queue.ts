import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepts } from './database.ts';
import { folderOf, type Installation } from './installation.ts';
import { type ServiceGroup, startService, untilUp } from './service.ts';

/**
 * Starts RabbitMQ without data, since the services declare what they need. Erlang's port mapper is started here as a
 * separate process. If Erlang started it, the port mapper would remain as a daemon and listen on every address.
 */
export async function startMessageQueue(group: ServiceGroup): Promise<void> {
  const { installation, signal } = group;
  const { ports } = installation;
  rmSync(join(installation.home, 'queue'), { recursive: true, force: true });
  const folder = folderOf(installation, 'queue');
  const mapper = await startService(group, {
    name: 'epmd',
    command: 'epmd',
    args: ['-port', String(ports.epmd), '-address', '127.0.0.1'],
  });
  await untilUp(mapper, signal, () => accepts(ports.epmd));
  const queue = await startService(group, {
    name: 'rabbitmq',
    command: '/usr/lib/rabbitmq/bin/rabbitmq-server',
    args: [],
    env: queueEnvironment(installation, folder),
  });
  await untilUp(queue, signal, () => accepts(ports.queue));
}

function queueEnvironment({ ports, password, logDir }: Installation, folder: string): Record<string, string> {
  const settings = { 'listeners.tcp.1': `127.0.0.1:${ports.queue}`, default_user: 'openstack', default_pass: password };
  const text = Object.entries(settings).map(([key, value]) => `${key} = ${value}\n`);
  writeFileSync(join(folder, 'rabbitmq.conf'), text.join(''), { mode: 0o600 });
  return {
    HOME: folder, // Erlang writes its cookie here
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `paddock-${ports.queue}@localhost`,
    RABBITMQ_DIST_PORT: String(ports.queueNode),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-start_epmd false -kernel inet_dist_use_interface {127,0,0,1}',
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: logDir,
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
  };
}
