import { hibernationScenario } from './hibernation-scenario.ts';
import { nodeScenario } from './node-scenario.ts';
import { orderScenario } from './order-scenario.ts';
import { replacementScenario } from './replacement-scenario.ts';
import type { Scenario } from './scenario.ts';
import { upgradeScenario } from './upgrade-scenario.ts';

export type ScenarioName = 'orders' | 'nodes' | 'replacements' | 'upgrades' | 'hibernation';
export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  orders: orderScenario,
  nodes: nodeScenario,
  replacements: replacementScenario,
  upgrades: upgradeScenario,
  hibernation: hibernationScenario,
};
