import { describe, expect, test } from 'vitest';
import { labelProblem, mergedLabels } from './argocd-labels.ts';

describe('an option', () => {
  test.each([
    ['env', 'prod'],
    ['team.example.org/cost-centre_2', 'a.B-c_9'],
    ['tier', ''],
    ['tier', 'x'.repeat(63)],
    ['replicas', 3],
    ['backup', true],
  ])('%s with the value %s is a label', (name, value) => {
    expect(labelProblem(name, value)).toBeUndefined();
  });

  test.each([
    ['e mail', 'x'],
    ['', 'x'],
    ['-env', 'x'],
    ['n'.repeat(64), 'x'],
    ['/env', 'x'],
    ['a/b/env', 'x'],
    ['Example.org/env', 'x'],
    [`${'d'.repeat(254)}/env`, 'x'],
  ])('named %s is none, whatever its value', (name, value) => {
    expect(labelProblem(name, value)).toMatch(/^The name of the option cannot be the key of a Kubernetes label/);
  });

  test.each(['user@example.org', 'two words', '-1', 'x'.repeat(64), '.'])('with the value %s is none', (value) => {
    expect(labelProblem('env', value)).toMatch(/^The value cannot be the value of a Kubernetes label/);
  });

  test('with a negative number is none', () => {
    expect(labelProblem('offset', -1)).toMatch(/^The value cannot be the value of a Kubernetes label/);
  });
});

describe('the labels of a Secret', () => {
  const secret = { labels: { 'paddock.cloud/cluster': 'abc' }, fromOptions: {} };

  test('get those of the options beside their own', () => {
    const written = { env: 'prod', backup: 'true', replicas: '3' };
    expect(mergedLabels(secret, { env: 'prod', backup: true, replicas: 3 })).toEqual({
      labels: written,
      fromOptions: written,
    });
  });

  test('that exist win, over an option of the same name', () => {
    expect(mergedLabels(secret, { 'paddock.cloud/cluster': 'mine' })).toBeUndefined();
    expect(mergedLabels(secret, { 'paddock.cloud/cluster': 'mine', env: 'prod' })).toEqual({
      labels: { env: 'prod' },
      fromOptions: { env: 'prod' },
    });
  });

  test('that options have written follow their option, and only what differs is written', () => {
    const labelled = { labels: { ...secret.labels, env: 'test', team: 'a' }, fromOptions: { env: 'test', team: 'a' } };
    expect(mergedLabels(labelled, { env: 'prod', team: 'a' })).toEqual({
      labels: { env: 'prod' },
      fromOptions: { env: 'prod', team: 'a' },
    });
    expect(mergedLabels(labelled, { env: 'test', team: 'a' })).toBeUndefined();
  });

  test('that somebody has changed since are theirs', () => {
    const changed = { labels: { env: 'theirs' }, fromOptions: { env: 'test' } };
    expect(mergedLabels(changed, { env: 'prod' })).toBeUndefined();
  });
});
