import { appScenario } from './app-scenario.ts';
import { clusterChangeScenario } from './cluster-change-scenario.ts';
import { hibernationScenario } from './hibernation-scenario.ts';
import { nodeScenario } from './node-scenario.ts';
import { orderScenario } from './order-scenario.ts';
import { poolScenario } from './pool-scenario.ts';
import { projectScenario } from './project-scenario.ts';
import { replacementScenario } from './replacement-scenario.ts';
import { rotationScenario } from './rotation-scenario.ts';
import type { Scenario } from './scenario.ts';
import { upgradeScenario } from './upgrade-scenario.ts';

export type ScenarioName =
  | 'orders'
  | 'nodes'
  | 'replacements'
  | 'upgrades'
  | 'hibernation'
  | 'rotation'
  | 'applications'
  | 'pools'
  | 'cluster-changes'
  | 'projects';
export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  orders: orderScenario,
  nodes: nodeScenario,
  replacements: replacementScenario,
  upgrades: upgradeScenario,
  hibernation: hibernationScenario,
  rotation: rotationScenario,
  applications: appScenario,
  pools: poolScenario,
  'cluster-changes': clusterChangeScenario,
  projects: projectScenario,
};
