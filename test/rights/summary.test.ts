import { expect, test } from 'vitest';
import { type StageVerdict, summaryOf } from './summary.ts';

const HASHED = '0A1B2C3D';
const rightOf = (stage: string, name: string) => ({
  role: `StepsvaultRole${HASHED}`,
  action: 'secretsmanager:GetSecretValue',
  resource: `arn:aws:secretsmanager:us-east-1:000000000000:secret:paddock/${stage}/${name}/*`,
});
const verdictOf = (stage: string, unused: readonly string[]): StageVerdict => ({
  about: { stage, names: { [`DataTable${HASHED}`]: `paddock-${stage}-table-1` } },
  calls: [
    {
      ...{ by: 'steps-vault', role: 'r', action: 'dynamodb:GetItem' },
      resource: `arn:aws:dynamodb:us-east-1:000000000000:table/paddock-${stage}-table-1`,
    },
  ],
  denied: [],
  rights: ['vault', 'mail-key', 'other'].map((name) => rightOf(stage, name)),
  unused: unused.map((name) => rightOf(stage, name)),
  wronglyMissed: [],
});

test('a right is used if it was in one stage, and one that was not stays for a reason or is named', () => {
  const { rights, unused, kept, withoutReason } = summaryOf([
    verdictOf('e2e', ['vault', 'mail-key', 'other']),
    verdictOf('faults', ['mail-key', 'other']),
  ]);
  expect([rights, unused]).toEqual([3, 2]);
  expect(kept).toEqual([[expect.stringContaining('signed'), 1]]);
  expect(withoutReason).toEqual(['StepsvaultRole secretsmanager:GetSecretValue secretsmanager:secret:other/*']);
});

test('what was denied in several stages is one line, by the function and what it asked for', () => {
  const denying = (stage: string): StageVerdict => {
    const verdict = verdictOf(stage, []);
    return { ...verdict, denied: verdict.calls };
  };
  const { calls, denied } = summaryOf([denying('e2e'), denying('faults')]);
  expect(calls).toBe(1);
  expect(denied).toEqual(['steps-vault: dynamodb:GetItem dynamodb:table/DataTable']);
});
