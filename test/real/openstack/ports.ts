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
 * Ports for OpenStack, one per service; the first block from `first` on that nobody listens on.
 * @throws OperatorError when there is none
 */
export async function freePorts(first: number = FIRST): Promise<Ports> {
  const base = await freeBlock(first, portNames.length);
  return portNumbers.parse(Object.fromEntries(portNames.map((name, index) => [name, base + index])));
}

/**
 * The first of so many ports of 127.0.0.1 in a row that nobody listens on.
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
