import { KNOWN_REPOSITORIES, type SimChart } from './sim-charts.ts';

export function chartWorld() {
  const further = new Map<string, SimChart[]>();
  return {
    at: (address: string): readonly SimChart[] | undefined =>
      further.get(address) ?? KNOWN_REPOSITORIES[address]?.charts,
    publish: (address: string, charts: SimChart[]) => void further.set(address, charts),
    clear: () => further.clear(),
  };
}
export type ChartWorld = ReturnType<typeof chartWorld>;
