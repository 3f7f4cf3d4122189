import { z } from 'zod';
import { chartQuestion } from './chart-question.ts';

/** A chart in the index of a repository, with the versions that fit the cluster, newest first. */
export const foundChart = z.object({
  name: z.string(),
  description: z.string(),
  iconUrl: z.string(),
  projectUrl: z.string(),
  versions: z.array(z.string()),
  /** Release name and namespace that the chart sets in its annotations; empty if it sets none. */
  releaseName: z.string(),
  namespace: z.string(),
  /** The chart with the custom resource definitions that this chart needs. It has to be installed first. */
  before: z.string(),
  /** Whether the chart is not meant to be installed by users. */
  isHidden: z.boolean(),
});
export type FoundChart = z.infer<typeof foundChart>;

/** The parts of a chart version that a user needs to install it. */
export const chartVersion = z.object({
  questions: z.array(chartQuestion),
  readme: z.string(),
  appReadme: z.string(),
});
export type ChartVersion = z.infer<typeof chartVersion>;

/** A version of a chart, and the repository of the cluster that has the chart. */
export type ChartChoice = { repository: string; chart: string; version: string };

/** The newest version that is not a prerelease. The list is sorted, newest first. */
export const newestStable = ({ versions }: Pick<FoundChart, 'versions'>): string | undefined =>
  versions.find((version) => !(version.split('+')[0] ?? '').includes('-'));
