import { afterAll, beforeEach } from 'vitest';
import { type CloudUnderTest, startCloud } from './cloud-under-test.ts';

/** Starts a cloud for one test file. The cloud is reset before each test and stopped after the last test. */
export async function cloudPerFile(): Promise<CloudUnderTest> {
  const cloud = await startCloud();
  beforeEach(() => cloud.renew());
  afterAll(() => cloud.close());
  return cloud;
}
