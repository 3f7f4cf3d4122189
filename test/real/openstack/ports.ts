import { createServer } from 'node:net';
import { z } from 'zod';
import { OperatorError } from '#infra/local/operator-error';

const portNames = [
  ...(['keystone', 'glance', 'placement', 'neutron', 'nova', 'cinder'] as const),
  ...(['database', 'queue', 'queueNode', 'epmd'] as const),
];
const portNumbers = z.record(z.enum(portNames), z.number());
export type Ports = z.infer<typeof portNumbers>;

/**
 * The first port. The system takes ports for connections from a higher range, so no connection can take a service's
 * port before the service listens.
 */
const FIRST = 15_000;
const LAST = 30_000;
const STEP = 20;

/**
 * Ports for OpenStack, one per service. Uses the first block of consecutive ports, at `first` or higher, in which all
 * ports are free.
 * @throws OperatorError when there is none
 */
export async function freePorts(first: number = FIRST): Promise<Ports> {
  const base = await freeBlock(first, portNames.length);
  return portNumbers.parse(Object.fromEntries(portNames.map((name, index) => [name, base + index])));
}

/**
 * The first of `count` consecutive ports of 127.0.0.1 that are all free.
 * @throws OperatorError when there are none
 */
export async function freeBlock(first: number, count: number): Promise<number> {
  for (let base = first; base <= Math.max(first, LAST); base += STEP) {
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(base + index)));
    if (free.every(Boolean)) return base;
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
