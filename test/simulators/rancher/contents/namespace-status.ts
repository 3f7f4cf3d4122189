import { z } from 'zod';

/** The annotation in which Rancher records what it has done to a namespace. */
export const STATUS = 'cattle.io/status';
/** The value that norman writes for a namespace that was made through it. */
export const NEW_STATUS =
  '{"conditions": [{"type": "InitialRolesPopulated", "status": "Unknown", "message": "Populating initial roles"}]}';

interface Condition {
  Type: string;
  Status: string;
  Message: string;
  LastUpdateTime: string;
}
type Given = Pick<Condition, 'Type' | 'Status'> & { Message?: string };

const text = z.string().default('');
const first = z.object({ type: text, status: text, message: text });
const status = z.object({
  conditions: z.array(first).default([]),
  Conditions: z.array(z.object({ Type: text, Status: text, Message: text, LastUpdateTime: text })).default([]),
});
const read = (annotation = '{}') => status.parse(JSON.parse(annotation));

export function conditionsOf(annotations: Record<string, string>): Condition[] {
  const { conditions, Conditions } = read(annotations[STATUS]);
  const made = conditions.map(({ type, ...it }) => ({
    ...{ Type: type, Status: it.status, Message: it.message, LastUpdateTime: '' },
  }));
  return Conditions.length > 0 ? Conditions : made;
}

export const hasCondition = (annotations: Record<string, string>, type: string): boolean =>
  conditionsOf(annotations).some(({ Type, Status }) => Type === type && Status === 'True');

/** The annotations with this condition. The condition replaces an older one of its type, or comes last. */
export function withCondition(annotations: Record<string, string>, { Type, Status, Message = '' }: Given, now: string) {
  const condition = { Type, Status, Message, LastUpdateTime: now };
  const old = conditionsOf(annotations);
  const index = old.findIndex((it) => it.Type === Type);
  const same = old[index];
  if (same?.Status === Status && same.Message === Message) return annotations;
  const Conditions = index < 0 ? [...old, condition] : old.with(index, condition);
  return { ...annotations, [STATUS]: JSON.stringify({ Conditions }) };
}

/**
 * Norman understands only conditions that norman itself has written. Once Rancher's controllers have rewritten the
 * conditions, norman finds no pending condition.
 */
export function pendingMessage(annotations: Record<string, string>): string | undefined {
  return read(annotations[STATUS]).conditions.find((it) => it.status === 'Unknown')?.message;
}
