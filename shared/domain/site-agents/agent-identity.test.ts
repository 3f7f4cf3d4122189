import { expect, test } from 'vitest';
import { CREATED } from '#test/builders/builders';
import { anAgentIdentity } from '#test/builders/site-agent-builders';
import { isIdle, partsOf, processorsIn, withProcessor, withService } from './agent-identity.ts';

const LATER = new Date('2026-03-01T13:00:00.000Z');
const MODE = { name: 'order_process', mode: 'order_process' };
const SLURM = { name: 'OfferingOrderProcessor', backendType: 'slurm', backendVersion: '24.05' };
const at = (text: string) => new Date(text);

test('a service that registers again stays the same, with a new time', () => {
  const first = withService(anAgentIdentity(), MODE, at(CREATED));
  const again = withService(first.identity, { ...MODE, mode: 'report' }, LATER);
  expect(again.service).toEqual({ ...first.service, mode: 'report', seenAt: LATER.toISOString() });
  expect(again.identity.services).toEqual([again.service]);
  expect(again.identity.modified).toBe(LATER.toISOString());
});

test('a service keeps its processors when it registers again', () => {
  const { identity, service } = withService(anAgentIdentity(), MODE, at(CREATED));
  const run = withProcessor({ identity, service }, SLURM, at(CREATED));
  expect(withService(run.identity, MODE, LATER).service.processors).toEqual([run.processor]);
});

test('a processor that registers again stays the same, and shows that its service runs', () => {
  const first = withProcessor(withService(anAgentIdentity(), MODE, at(CREATED)), SLURM, at(CREATED));
  const again = withProcessor(first, { ...SLURM, backendVersion: '25.05' }, LATER);
  const seenAt = LATER.toISOString();
  expect(again.processor).toEqual({ ...first.processor, backendVersion: '25.05', seenAt });
  expect(again.service.seenAt).toBe(seenAt);
  expect(processorsIn(again.identity)).toEqual([again]);
  expect(partsOf(again.identity)).toEqual([again.service.uuid, again.processor.uuid]);
});

test('services of the same name are two if their agents are two', () => {
  const [one, other] = [anAgentIdentity(), anAgentIdentity()].map((it) => withService(it, MODE, LATER).service.uuid);
  expect(one).not.toBe(other);
});

test('an agent has at most 20 services, and each can register again', () => {
  const names = Array.from({ length: 20 }, (_, number) => ({ name: `service-${number}`, mode: '' }));
  const full = names.reduce((identity, input) => withService(identity, input, LATER).identity, anAgentIdentity());
  expect(() => withService(full, MODE, LATER)).toThrow(
    'A site agent has at most 20 services, and a service has at most 20 processors.',
  );
  expect(withService(full, { name: 'service-7', mode: '' }, LATER).identity.services).toHaveLength(20);
});

test.each([
  ['2026-03-01T13:00:00.000Z', false],
  ['2026-03-01T13:00:01.000Z', true],
])('a service seen at noon is idle at %s: %s', (now, idle) => {
  expect(isIdle({ seenAt: CREATED }, at(now))).toBe(idle);
});
