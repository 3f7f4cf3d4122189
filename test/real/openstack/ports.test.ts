import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from './ports.ts';

test('a block in which one port is taken is passed over', async () => {
  const first = await freePorts(21_000);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(first.nova, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const second = await freePorts(first.keystone);
  expect(second.keystone).toBeGreaterThan(first.epmd);
  expect(new Set(Object.values(second)).size).toBe(Object.keys(first).length);
});
