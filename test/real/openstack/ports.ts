import { createServer } from 'node:net';
import { z } from 'zod';
import { OperatorError } from '#infra/local/operator-error';

/** In the order of the numbers. */
const portNames = [
  ...(['keystone', 'glance', 'placement', 'neutron', 'nova', 'cinder'] as const),
  ...(['database', 'queue', 'queueNode', 'epmd'] as const),
];
const portNumbers = z.record(z.enum(portNames), z.number());
export type Ports = z.infer<typeof portNumbers>;

/**
 * Below those that the system gives to connections: the services need seconds until they listen, and a port that was
 * free before could be taken meanwhile.
 */
const FIRST = 15_000;
const LAST = 30_000;
const STEP = 20;

/**
 * A block of ports of 127.0.0.1 nobody listens on, one per service; the first such from `first` on.
 * @throws OperatorError when there is none
 */
export async function freePorts(first: number = FIRST): Promise<Ports> {
  for (let base = first; base <= Math.max(first, LAST); base += STEP) {
    const ports = portNames.map((name, index) => [name, base + index] as const);
    const free = await Promise.all(ports.map(([, port]) => isFree(port)));
    if (free.every(Boolean)) return portNumbers.parse(Object.fromEntries(ports));
  }
  throw new OperatorError(`No block of free ports from ${first} on: name another beginning with PADDOCK_REAL_PORT.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
