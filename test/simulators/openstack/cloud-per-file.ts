import { afterAll, beforeEach } from 'vitest';
import { type CloudUnderTest, startCloud } from './cloud-under-test.ts';

/** The cloud of the test file that calls this at its top. It is reset before each test, and ended after the last. */
export async function cloudPerFile(): Promise<CloudUnderTest> {
  const cloud = await startCloud();
  beforeEach(() => cloud.renew());
  afterAll(() => cloud.close());
  return cloud;
}
