import { describe, expect, test } from 'vitest';
import { aCluster } from '#test/builders/builders';
import { sumsOf } from './cluster-capacity.ts';

const figures = (capacity: Record<string, string>, requested: Record<string, string> = {}) =>
  aCluster({ capacity, requested, nodes: [] });

describe('sums of clusters', () => {
  test('accept quantities in every form', () => {
    const one = figures({ cpu: '24', memory: '47973Mi', pods: '330' }, { cpu: '1450m', memory: '884Mi', pods: '13' });
    const other = figures({ cpu: '1500m', memory: '1Gi', pods: '1e2' }, { cpu: '0.55', memory: '1048576', pods: '7' });
    expect(sumsOf([one, other])).toEqual({
      ...{ nodes: 0, withoutFigures: 0 },
      capacity: { cpu: '25500m', memory: '48997Mi', pods: '430' },
      requested: { cpu: '2', memory: '885Mi', pods: '20' },
    });
  });

  test('add tenths of cores up to whole ones', () => {
    const tenths = Array.from({ length: 10 }, () => figures({ cpu: '100m' }));
    expect(sumsOf(tenths).capacity.cpu).toBe('1');
  });

  test('count unreadable quantities as nothing, and count clusters without figures', () => {
    const clusters = [
      figures({}),
      figures({ cpu: 'many', memory: '-', pods: '' }),
      figures({ cpu: '2', memory: '1536Ki' }),
    ];
    const capacity = { cpu: '2', memory: '1Mi', pods: '0' };
    expect(sumsOf(clusters)).toMatchObject({ withoutFigures: 1, capacity });
    const nothing = { cpu: '0', memory: '0Mi', pods: '0' };
    expect(sumsOf([])).toEqual({ nodes: 0, withoutFigures: 0, capacity: nothing, requested: nothing });
  });
});
