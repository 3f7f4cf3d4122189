import { z } from 'zod';
import { chartQuestion } from './chart-question.ts';

/** A chart in the index of a repository. `versions` has only versions that fit the cluster, newest first. */
export const foundChart = z.object({
  name: z.string(),
  description: z.string(),
  iconUrl: z.string(),
  projectUrl: z.string(),
  versions: z.array(z.string()),
  /** The release name and namespace in the chart's annotations. Empty if the chart sets none. */
  releaseName: z.string(),
  namespace: z.string(),
  /** The chart that contains the custom resource definitions for this chart. It must be installed first. */
  before: z.string(),
  /** Whether the chart is hidden from users, because they should not install it. */
  isHidden: z.boolean(),
});
export type FoundChart = z.infer<typeof foundChart>;

/** What a user needs to know of a chart version before installing it. */
export const chartVersion = z.object({
  questions: z.array(chartQuestion),
  readme: z.string(),
  appReadme: z.string(),
});
export type ChartVersion = z.infer<typeof chartVersion>;

/** A version of a chart, and the cluster's repository that has the chart. */
export type ChartChoice = { repository: string; chart: string; version: string };

/** The newest version that is not a prerelease. `versions` is sorted, newest first. */
export const newestStable = ({ versions }: Pick<FoundChart, 'versions'>): string | undefined =>
  versions.find((version) => !(version.split('+')[0] ?? '').includes('-'));
