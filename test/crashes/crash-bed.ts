import { randomUUID } from 'node:crypto';
import type { Endpoints } from '#infra/local/endpoints';
import { startTestbed, type Testbed } from '#test/faults/testbed';
import type { ControlServer } from '#test/probe/control-server';
import { type AwsSide, awsSide } from './aws-side.ts';

/** A testbed in which our own functions can be paused and killed. */
export type CrashBed = Testbed & { control: ControlServer; aws: AwsSide };

export type CloudUnderTest = { endpoints: Endpoints; stage: string; control: ControlServer };

export async function startCrashBed({ endpoints, stage, control }: CloudUnderTest): Promise<CrashBed> {
  const testbed = await startTestbed(endpoints);
  return { ...testbed, control, aws: awsSide(endpoints, stage) };
}

export const newId = (): string => randomUUID();
